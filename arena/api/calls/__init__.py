"""What every call goes through: who asks, how often, in pages; and how it is refused."""
