"""Chapter 7, control of hexes (7.1), in the book's order."""
