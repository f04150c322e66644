"""Chapter 14, tanks, artillery and air units, in the book's order."""
