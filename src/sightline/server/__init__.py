"""The ASGI application: parameters to a kind's query to bytes. It holds no data logic."""
