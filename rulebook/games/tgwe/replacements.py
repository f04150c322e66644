"""Chapter 5, rebuilding units and the Turkish Required Reserve (5.3), in the book's order."""
