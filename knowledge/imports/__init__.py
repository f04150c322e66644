"""The user's own copy of a rulebook: its file read, its cases found, the text of each set apart."""
