"""Chapter 13, new units, in the book's order."""
