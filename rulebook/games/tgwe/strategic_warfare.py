"""Chapter 5, submarines and bombing (5.2), in the book's order."""
