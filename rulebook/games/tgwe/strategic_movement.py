"""Chapter 9, strategic movement (9.0 to 9.3), in the book's order."""
