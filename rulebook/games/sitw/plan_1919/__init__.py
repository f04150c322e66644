"""Scenario S3, Plan 1919: what it changes, chapter by chapter."""
