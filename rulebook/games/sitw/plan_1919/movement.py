"""S3.17 to S3.25: how the units of 1919 move and infiltrate."""
