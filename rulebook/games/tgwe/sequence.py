"""Chapter 4, the sequence of Operational and Strategic Turns, in the book's order."""
