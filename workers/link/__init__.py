"""A worker's links to gateways, and the messages on them."""
