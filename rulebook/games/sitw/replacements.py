"""Chapter 8, replacements and reinforcements, in the book's order."""
