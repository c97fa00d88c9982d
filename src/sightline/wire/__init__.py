"""The only shapes that leave the engine: frames of columns, queries and their parameters."""
