"""Chapter 10, losses (10.6), in the book's order."""
