"""Secrets behind deals: epochs, beacons, signatures."""
