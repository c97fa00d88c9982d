"""Briefs: short answers about logs, bounded in size, for terminals, programs and agents."""
