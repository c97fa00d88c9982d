"""The engine: follows log directories, keeps every point in columns and answers questions about them."""
