"""Chapter 16, the optional rules, one module each."""
