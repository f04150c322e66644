"""Chapter 10, OHL, OberOst, Foch and Allenby (10.8), in the book's order."""
