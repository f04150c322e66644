"""S3.15 to S3.22: who loses steps first in 1919."""
