"""Chapter 6, landings, neutrals, collapse and the last events, in the book's order."""
