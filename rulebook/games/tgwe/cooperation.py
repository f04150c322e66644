"""Chapter 7, nations that fight together (7.24), in the book's order."""
