"""S3.26: the Royal Air Force."""
