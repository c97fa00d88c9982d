"""Advice: rules that find a trouble in a profile, each with its evidence and what to do about it."""
