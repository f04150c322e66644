"""Chapter 5, the Russian revolutions and Brest-Litovsk (5.4), in the book's order."""
