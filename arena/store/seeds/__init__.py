"""Store the secrets behind deals: epochs, beacons, signatures."""
