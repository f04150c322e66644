"""S3.1 to S3.13: map, time, set-up, markers, victory, weather."""
