"""Chapter 5, resource points (5.1), in the book's order."""
