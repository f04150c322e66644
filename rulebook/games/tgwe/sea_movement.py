"""Chapter 9, Allied sea movement (9.5), in the book's order."""
