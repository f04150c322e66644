"""Scenario S1, the storm elsewhere: what it changes."""
