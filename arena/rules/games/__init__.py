"""Games: sequences of hands, and each seat's view of them."""
