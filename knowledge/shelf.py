"""A case or a term as it is shown, from the knowledge base where it is fresh, else from the data."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from knowledge import base
from knowledge.base import Shown, related
from knowledge.numbers import LONGEST_TYPED, NotFound
from knowledge.originals import original

if TYPE_CHECKING:
    from knowledge.library import Library
    from knowledge.records import Term


def shown_case(game: str, number: str) -> Shown:
    """The case, however a person types its number, with its text in the user's own copy."""
    shown = base.where_whole(base.look_up, game, number) or _from_data(game, number)
    return replace(shown, case=shown.case | {"original": original(game, shown.case["number"])})


def cases_of_number(number: str) -> dict[str, dict[str, str]]:
    """The cases of this number in all the games: their titles by their ids. NotFound where no game has one."""
    found = base.where_whole(base.look_everywhere, number)
    found = _everywhere(number) if found is None else found
    if not found:
        raise NotFound("case of any game", number[:LONGEST_TYPED], [])
    return found


def _everywhere(number: str) -> dict[str, dict[str, str]]:
    from knowledge.library import Library

    return {case.id: case.title.model_dump() for case in Library.load().everywhere(number)}


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
