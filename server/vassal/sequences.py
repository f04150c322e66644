"""How VASSAL writes lists: joined by a sign, the sign inside a part escaped, one backslash a level of nesting."""

from collections.abc import Iterator

from server.vassal.archives import BadSave

ESCAPE = "\x1b"
TAB = "\t"
DEEPEST = 400
MOST_COMMANDS = 200_000


def parts(text: str, sign: str) -> list[str]:
    """The parts of a list."""
    found: list[str] = []
    begun = ""
    pieces = text.split(sign)
    for index, piece in enumerate(pieces):
        if piece.endswith("\\") and index < len(pieces) - 1:
            begun += piece[:-1] + sign
        else:
            found.append(_unquoted(begun + piece))
            begun = ""
    return found


def _unquoted(part: str) -> str:
    return part[1:-1] if len(part) > 1 and part[0] == part[-1] == "'" else part


def commands(text: str) -> Iterator[str]:
    """Every command of a save, those that hang on others after them."""
    waiting = [(text, 0)]
    count = 0
    while waiting:
        current, depth = waiting.pop()
        if ESCAPE not in current:
            count += 1
            yield current
        else:
            inside = parts(current, ESCAPE)
            waiting += [(each, depth + 1) for each in reversed(inside)]
        if count > MOST_COMMANDS or depth > DEEPEST:
            raise BadSave(f"the save has over {MOST_COMMANDS} commands, or commands nested over {DEEPEST} deep")


def layers(text: str) -> list[str]:
    """What stands for each trait of a piece, the outermost first: each holds what is inside it as a second part."""
    found: list[str] = []
    rest: str | None = text
    while rest is not None:
        outer, *inner = parts(rest, TAB)
        found.append(outer)
        rest = inner[0] if inner else None
        if len(found) > DEEPEST:
            raise BadSave(f"a piece has over {DEEPEST} traits")
    return found
