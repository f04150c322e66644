"""Chapter 14, devastated hexes (14.6), in the book's order."""
