"""`python -m sightline` is the `sightline` command."""

from __future__ import annotations

from sightline.cli import main

if __name__ == "__main__":
    main()
