"""Operations on submitted bots, for their owners and for runners."""
