"""Reports: the page with chosen data inside, as one file or a folder, that need no server."""
