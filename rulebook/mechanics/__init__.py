"""What hex wargames share, with no case number in it."""
