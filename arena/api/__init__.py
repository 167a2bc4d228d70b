"""Implement every operation of the API, with the token scopes that may call it and its checks."""
