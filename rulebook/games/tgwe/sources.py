"""Chapter 11, primary supply sources (11.3), in the book's order."""
