"""Chapter 15, assault units (15.4), in the book's order."""
