"""16.7, losses of attacking Stosstruppen."""
