"""Scenario S2, the Allied offensive: what it changes."""
