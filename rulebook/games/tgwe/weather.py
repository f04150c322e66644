"""Chapter 12, weather, in the book's order."""
