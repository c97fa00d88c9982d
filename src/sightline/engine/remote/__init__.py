"""Logs in object stores and behind web servers: addresses, listings, ranges, and what the requests cost."""
