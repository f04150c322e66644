"""Chapter 7, supply, in the book's order."""
