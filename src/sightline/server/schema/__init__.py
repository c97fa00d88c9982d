"""The shapes of the API, declared once, and the OpenAPI document made from them."""
