"""Chapter 6, events that bear on a battle, in the book's order."""
