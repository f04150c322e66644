"""Chapter 17, national restrictions (17.2 to 17.4), in the book's order."""
