"""Fit the tables of the house bot `expert` (bots/house/craft) to hands that it plays; each command prints one."""
