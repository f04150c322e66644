"""Chapter 15, Arabs, Armenians, Provisional Government, Red Army (15.8, 15.9), in the book's order."""
