"""Chapter 7, stacking (7.2), in the book's order."""
