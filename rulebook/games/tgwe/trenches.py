"""Chapter 14, trenches (14.4, 14.5), in the book's order."""
