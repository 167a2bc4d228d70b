"""The author's interface: bots, views, cards and clocks."""
