"""A small real model in numpy that trains for minutes and logs every kind of data."""
