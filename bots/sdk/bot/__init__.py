"""What an author uses: bots, views, cards and clocks."""
