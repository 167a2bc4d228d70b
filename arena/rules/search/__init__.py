"""Search: worlds that are possible for a seat, playouts in them, exact ends of hands."""
