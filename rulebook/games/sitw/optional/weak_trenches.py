"""16.3, weak trenches."""
