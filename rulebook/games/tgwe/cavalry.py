"""Chapter 15, cavalry (15.5), in the book's order."""
