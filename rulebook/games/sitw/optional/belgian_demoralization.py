"""16.4, Belgian demoralization."""
