"""The desk: pages and forms for owners and operators who have signed in."""
