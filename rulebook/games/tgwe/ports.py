"""Chapter 11, supply by port (11.4), in the book's order."""
