"""Search: draw worlds (deals that fit a seat's view), play them out, and solve the ends of hands."""
