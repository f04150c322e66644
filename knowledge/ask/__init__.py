"""A question in words: the umpire answers where it is about an action, the cases where it is not."""
