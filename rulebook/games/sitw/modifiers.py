"""Chapter 13, the die-roll modifiers (13.13 to 13.27, 13.35)."""
