"""Chapter 5, the sequence of the turn, in the book's order."""
