"""Chapter 6, events that bring or remove units, in the book's order."""
