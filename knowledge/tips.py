"""What else to try where a search found nothing: another spelling, fewer filters, the nearest terms of the index."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from knowledge.language import fold, words
from knowledge.records import Words

TipKind = Literal["spelling", "filter", "term"]
LEAST_LIKENESS = 0.6
MOST_TERMS = 3
FILTERS = {
    "game": Words(en="in all games", fr="dans tous les jeux"),
    "kind": Words(en="in cases of every kind", fr="dans les cas de toute nature"),
    "action": Words(en="for every action", fr="pour toutes les actions"),
    "chapter": Words(en="in all chapters", fr="dans tous les chapitres"),
}


@dataclass(frozen=True)
class Tip:
    """One thing to try: a query, and the filters to leave out."""

    kind: TipKind
    query: str
    says: Words
    without: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "query": self.query, "without": list(self.without), "says": self.says.model_dump()}


def tips_for(
    query: str,
    suggestion: str | None,
    filters: Sequence[str],
    total: Callable[[Iterable[str]], int],
    names: Mapping[str, str],
) -> tuple[Tip, ...]:
    """The tips for a query that found nothing. `total` counts what is found without some filters."""
    return (*_spelled(suggestion), *_unfiltered(query, filters, total), *_near_terms(query, names))


def _spelled(suggestion: str | None) -> Iterator[Tip]:
    if suggestion:
        says = Words(en=f"Did you mean “{suggestion}”?", fr=f"Vouliez-vous dire « {suggestion} » ?")
        yield Tip("spelling", suggestion, says)


def _unfiltered(query: str, filters: Sequence[str], total: Callable[[Iterable[str]], int]) -> Iterator[Tip]:
    """Without the one filter that bars everything, or where no single one does without all of them."""
    singly: list[tuple[str, ...]] = [(each,) for each in filters if total((each,))]
    for without in singly or ([tuple(filters)] if filters and total(filters) else []):
        count = total(without)
        english = f"{', '.join(FILTERS[each].en for each in without)}: {count}"
        french = f"{', '.join(FILTERS[each].fr for each in without)} : {count}"
        yield Tip("filter", query, Words(en=f"The same {english} found", fr=f"La même chose {french}"), without)


def _near_terms(query: str, names: Mapping[str, str]) -> Iterator[Tip]:
    """The terms of the index that look like the query, or like a word of it."""
    asked = [fold(query), *(fold(word.group()) for word in words(query))]
    near = (name for each in asked for name in get_close_matches(each, names, n=MOST_TERMS, cutoff=LEAST_LIKENESS))
    for name in list(dict.fromkeys(names[each] for each in near))[:MOST_TERMS]:
        yield Tip("term", name, Words(en=f"In the index: {name}", fr=f"Dans l'index : {name}"))
