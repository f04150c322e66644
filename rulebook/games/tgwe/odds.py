"""Chapter 10, the procedure of combat (10.3), in the book's order."""
