"""What is on disk: event messages, projector files and their shapes."""
