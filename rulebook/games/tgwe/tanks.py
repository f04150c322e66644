"""Chapter 15, tanks and anti-tank units (15.2, 15.3), in the book's order."""
