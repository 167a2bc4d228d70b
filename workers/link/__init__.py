"""Links to the gateways, and what goes over them."""
