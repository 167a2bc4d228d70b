"""Search: worlds that a seat thinks possible, playouts in them, exact ends of hands."""
