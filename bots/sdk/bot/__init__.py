"""The interface for bot authors: bots, views, cards and clocks."""
