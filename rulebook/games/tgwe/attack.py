"""Chapter 10, who may attack whom (10.1, 10.2), in the book's order."""
