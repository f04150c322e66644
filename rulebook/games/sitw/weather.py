"""Chapter 6, weather, in the book's order."""
