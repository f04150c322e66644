"""Chapter 10, column shifts (10.4), in the book's order."""
