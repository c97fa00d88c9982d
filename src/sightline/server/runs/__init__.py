"""Runs as the API shows them: the list, one run in full, the trash."""
