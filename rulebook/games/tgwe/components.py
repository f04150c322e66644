"""Chapter 3, maps, fronts, counters and their words, in the book's order."""
