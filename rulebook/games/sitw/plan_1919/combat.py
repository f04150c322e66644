"""S3.17 to S3.24: what the units of 1919 do in battle."""
