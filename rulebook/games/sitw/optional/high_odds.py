"""16.8, very high odds."""
