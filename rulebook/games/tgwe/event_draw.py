"""Chapter 6, drawing events (6.1), in the book's order."""
