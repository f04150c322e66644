"""Case numbers as books print them and as people type them."""

import re
from collections.abc import Sequence

NUMBER = re.compile(r"[a-z]?\d+(?:\.\d+)*[a-z]?")
DRESSING = re.compile(r"^(?:case|rule|règle|cas|n°)(?=[\W\d])|[\s\[\](){}§'\"«»“”]", re.IGNORECASE)
LONGEST_TYPED = 60


class NotFound(LookupError):
    """What was asked for is not there; `nearest` holds what looks most like it."""

    def __init__(self, what: str, asked: str, nearest: Sequence[str]) -> None:
        self.what, self.asked, self.nearest = what, asked, tuple(nearest)
        hint = f"; nearest: {', '.join(nearest)}" if nearest else ""
        super().__init__(f"no {what} {asked!r}{hint}")


def plain_number(typed: str) -> str:
    """A case number without what people type around it: `[S 3,26)` is `s3.26`."""
    bare = DRESSING.sub("", typed.strip()[:LONGEST_TYPED]).replace(",", ".")
    return bare.rstrip(".:;").casefold()


def parents(numbers: Sequence[str]) -> dict[str, str]:
    """The parent of each number that has one; the numbers come in the book's order.

    12.9.2 stands under 12.9. A two-figure case such as 2.41 stands under 2.4 when 2.4 was the last one-figure
    case printed before it; 13.17, printed after 13.9, stands under the chapter, 13.0.
    """
    known = set(numbers)
    last: dict[tuple[str, int], str] = {}
    found = {}
    for number in numbers:
        above, _, figures = printed_number(number).rpartition(".")
        longer = last.get((above, len(figures) - 1))
        last[above, len(figures)] = figures
        nested = f"{above}.{figures[:-1]}" if longer == figures[:-1] else ""
        candidates = (nested, above if "." in above else f"{above}.0", above)
        parent = next((each for each in candidates if each in known and each != number), None)
        if parent:
            found[number] = parent
    return found


def printed_number(number: str) -> str:
    """The number as the book prints it: the second case numbered 6.11 is our 6.11b."""
    return re.sub(r"(?<=\d)[a-z]$", "", number)
