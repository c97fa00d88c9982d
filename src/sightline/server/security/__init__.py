"""Who may reach the server: tokens, Host and Origin checks, response headers, limits per client."""
