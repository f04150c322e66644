"""Chapter 8, what terrain and weather cost (8.3, 8.4), in the book's order."""
