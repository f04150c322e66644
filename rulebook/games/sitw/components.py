"""Chapter 2, what the pieces are, in the book's order."""
