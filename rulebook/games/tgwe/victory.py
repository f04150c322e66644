"""Chapter 18, victory, in the book's order."""
