"""16.2, the influenza."""
