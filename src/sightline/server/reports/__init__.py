"""What the server adds to reports: its own answers about runs and tags, and the route that makes one."""
