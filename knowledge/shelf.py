"""A case or a term as it is shown, from the knowledge base where it is fresh, else from the data."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from knowledge import base
from knowledge.base import Shown, related
from knowledge.originals import original

if TYPE_CHECKING:
    from knowledge.library import Library
    from knowledge.records import Term


def shown_case(game: str, number: str) -> Shown:
    """The case, however a person types its number, with its text in the user's own copy."""
    shown = base.look_up(game, number) if base.is_fresh() else _from_data(game, number)
    return replace(shown, case=shown.case | {"original": original(game, shown.case["number"])})


def _from_data(game: str, number: str) -> Shown:
    from knowledge.library import Library
    from knowledge.predicates import predicates

    library = Library.load()
    found = library.case(game, number)
    case = library.as_json(found, predicates())
    titles = {id: library[id].title.model_dump() for id in related(case)}
    return Shown(case, titles, {example.id: example.told.model_dump() for example in library.examples_of(found)})


def term_as_json(library: "Library", term: "Term") -> dict[str, Any]:
    """An index term with the titles of its cases."""
    cases = [{"id": id, "title": library[id].title.model_dump()} for id in dict.fromkeys(term.cases)]
    return {"en": term.en, "fr": term.fr, "also": list(term.also), "printed": term.printed, "cases": cases}
