"""Chapter 17, neutrals entering the war (17.1), in the book's order."""
