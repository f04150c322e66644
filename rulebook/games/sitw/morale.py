"""Chapter 4, morale and victory, in the book's order."""
