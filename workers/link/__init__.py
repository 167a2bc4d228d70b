"""The way to the gateways: connections, and what goes over them."""
