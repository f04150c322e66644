"""Chapter 6, events that bear on whole fronts and nations, in the book's order."""
