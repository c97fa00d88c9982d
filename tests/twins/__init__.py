"""Slow, readable twins of the native kernels: what they must give, written for the eye."""
