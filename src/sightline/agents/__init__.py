"""What agents get: the briefs as tools of the Model Context Protocol, and a skill that teaches them."""
