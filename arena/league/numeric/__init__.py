"""Numbers: quantiles and linear algebra in plain Python."""
