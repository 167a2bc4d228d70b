"""Handle every API call: authenticate the caller, limit rates, read the request, split pages, refuse."""
