"""Chapter 10, advance after combat (10.7), in the book's order."""
