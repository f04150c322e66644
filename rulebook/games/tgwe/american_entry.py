"""Chapter 5, the United States (5.7), in the book's order."""
