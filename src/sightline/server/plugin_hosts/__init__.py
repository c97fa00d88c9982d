"""Processes that host plugins of TensorBoard: started, watched, asked and ended."""
