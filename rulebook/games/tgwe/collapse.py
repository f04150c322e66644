"""Chapter 16, national collapse, in the book's order."""
