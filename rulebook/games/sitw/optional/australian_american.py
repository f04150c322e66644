"""16.1, the Australian-American corps."""
