"""The live stream: which runs changed, pushed to every client."""
