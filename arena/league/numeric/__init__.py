"""Compute quantiles and solve linear equations in plain Python."""
