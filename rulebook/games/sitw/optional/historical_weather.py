"""16.9, the historical weather of 1918."""
