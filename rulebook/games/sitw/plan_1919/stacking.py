"""S3.14 to S3.16, and S3.25: who stacks with whom in 1919."""
