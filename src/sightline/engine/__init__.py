"""The engine: follows log directories, holds every point in columns and serves views of them."""
