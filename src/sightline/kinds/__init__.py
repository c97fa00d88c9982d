"""Kinds of data: one folder each, with how it is written, read and queried."""
