"""Chapter 10, die roll modifiers (10.5), in the book's order."""
