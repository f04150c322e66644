"""What people read: the records of the cases, their index, the search over them."""
