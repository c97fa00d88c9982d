"""How a profile is measured: pure functions on columns of times, without files and without queries."""
