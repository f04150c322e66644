"""How the cases bear on one another: what excepts, defines, applies, sees, and what a scenario overrides.

Worked out from the citations and exceptions of the records, the words they define, and the exceptions in the rules.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from knowledge.language import fold

if TYPE_CHECKING:
    from knowledge.library import Library
    from knowledge.records import Case

ReferenceType = Literal["exception-to", "overridden-in-scenario", "defines", "applies", "see"]
Pair = tuple[str, str]


class Reference(NamedTuple):
    """One case bears on another: the first is an exception to, defines words of, applies, sees the second."""

    source: str
    type: ReferenceType
    target: str


def references(library: "Library", lifted: Iterable[Pair]) -> Iterator[Reference]:
    """Every reference, each once. `lifted` pairs the case of an exception in the rules with that of the rule."""
    written = [(case.id, id) for case in library.cases for id in case.excepts]
    known = [pair for pair in (*written, *lifted) if pair[0] in library and pair[1] in library and pair[0] != pair[1]]
    exceptions = dict.fromkeys(known)
    yield from (_exception(library, *pair) for pair in exceptions)
    for case in library.cases:
        others = (id for id in case.cites if id in library and (case.id, id) not in exceptions)
        yield from (_citation(library, case, id) for id in others)


def _exception(library: "Library", exception: str, base: str) -> Reference:
    if is_of_a_scenario(library, library[exception]) and not is_of_a_scenario(library, library[base]):
        return Reference(base, "overridden-in-scenario", exception)
    return Reference(exception, "exception-to", base)


def _citation(library: "Library", case: "Case", cited: str) -> Reference:
    """A case that uses the words of the one it cites has them defined there; an operative one applies another."""
    other = library[cited]
    if other.kind == "definition" or _uses_words_of(library, case, other):
        return Reference(cited, "defines", case.id)
    return Reference(case.id, "applies" if case.operative and other.operative else "see", cited)


def _uses_words_of(library: "Library", case: "Case", other: "Case") -> bool:
    said = fold(case.text.en)
    return any(fold(word.en) in said for word in library.defined_by(other))


def is_of_a_scenario(library: "Library", case: "Case") -> bool:
    """Whether a case belongs to a scenario alone: itself one, or in the chapter of one."""
    above: Case | None = case
    while above:
        if above.kind == "scenario":
            return True
        above = library.parent(above)
    return False
