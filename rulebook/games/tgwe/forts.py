"""Chapter 14, forts, Kut and the Hindenburg Line (14.1 to 14.3), in the book's order."""
