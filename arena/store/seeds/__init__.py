"""Secrets behind deals: epochs, what owners bring in, signatures."""
