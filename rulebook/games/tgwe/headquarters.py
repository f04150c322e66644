"""Chapter 15, headquarters and mountain units (15.6, 15.7), in the book's order."""
