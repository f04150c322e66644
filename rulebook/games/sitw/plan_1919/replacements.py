"""S3.8 to S3.28: replacements in 1919."""
