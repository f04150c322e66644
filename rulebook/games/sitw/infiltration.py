"""Chapter 15, infiltration movement, in the book's order."""
