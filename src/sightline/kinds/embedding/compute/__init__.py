"""What is computed from vectors, in numpy alone: nothing here knows files, runs or queries."""
