"""Tables: ratings, standings, and what is behind them."""
