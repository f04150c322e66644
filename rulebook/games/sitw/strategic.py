"""Chapter 11, strategic movement, in the book's order."""
