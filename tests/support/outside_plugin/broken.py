"""A module of a plugin that cannot be imported."""

raise ImportError("libgpu.so.1: cannot open shared object file")
