"""The text of a case as it is laid out: paragraphs, and lists of lines that begin with a dash."""

from collections.abc import Iterator
from itertools import groupby

DASH = "- "


def blocks(text: str) -> Iterator[tuple[bool, list[str]]]:
    """Each paragraph as one line, and each list as its items, told apart by whether it is a list."""
    for part in text.strip().split("\n\n"):
        for is_list, lines in groupby(part.split("\n"), lambda line: line.startswith(DASH)):
            found = [" ".join(line.removeprefix(DASH).split()) for line in lines]
            yield is_list, found if is_list else [" ".join(found)]
