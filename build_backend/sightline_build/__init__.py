"""How Sightline is built: `hooks` is the PEP 517 backend, `page` makes the page, `node` finds its maker."""
