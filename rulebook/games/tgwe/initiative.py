"""Chapter 5, the initiative (5.8), in the book's order."""
