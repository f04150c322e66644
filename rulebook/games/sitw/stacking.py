"""Chapter 9, stacking, in the book's order."""
