"""Chapter 15, air units (15.1), in the book's order."""
