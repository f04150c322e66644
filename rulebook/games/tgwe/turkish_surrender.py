"""Chapter 5, the surrender of Turkey (5.6), in the book's order."""
