"""Loggers and callbacks for frameworks, one module each; a module imports its framework, this one none."""
