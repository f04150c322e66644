"""Chapter 8, operational movement (8.1, 8.2), in the book's order."""
