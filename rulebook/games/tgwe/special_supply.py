"""Chapter 11, fortresses, Antwerp, the pipeline and Kut (11.5), in the book's order."""
