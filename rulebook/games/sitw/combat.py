"""Chapter 13, who attacks whom, and the odds (13.1 to 13.12)."""
