"""16.5, Allied naval evacuation."""
