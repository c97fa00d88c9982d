"""HTTP itself: request bodies, responses, compression, caching, ranges, the files of the page."""
