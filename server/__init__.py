"""The adapters: command line, HTTP service, pages. All print the same ruling."""
