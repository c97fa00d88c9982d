"""Indexes: segments of very many event files in a bucket or folder, made by many workers."""
