"""What an author holds: bots, what they see, cards and clocks."""
