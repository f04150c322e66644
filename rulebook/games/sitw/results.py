"""Chapter 13, what a battle leads to (13.28 to 13.34)."""
