"""Chapter 3, set-up and control of hexes, in the book's order."""
