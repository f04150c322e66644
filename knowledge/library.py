"""The books on the shelf: any case by its number, its family, its citations both ways, the index."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Self, TypeVar

from knowledge import records
from knowledge.language import fold
from knowledge.numbers import LONGEST_TYPED, parents, plain_number, printed_number
from knowledge.numbers import NotFound as NotFound
from knowledge.records import Case, Example, Term, Words
from knowledge.references import references

Key = TypeVar("Key")
Value = TypeVar("Value")
Predicates = Mapping[str, Sequence[Mapping[str, Any]]]


class Library:
    """Every case, term and example of the games, and how they hang together."""

    def __init__(
        self,
        cases: Iterable[Case],
        terms: Iterable[Term] = (),
        examples: Iterable[Example] = (),
        games: Iterable[str] = (),
    ) -> None:
        self.cases = tuple(cases)
        self.terms = tuple(terms)
        self.examples = tuple(examples)
        self.games = tuple(dict.fromkeys((*games, *(case.game for case in self.cases))))
        self._by_id = {case.id: case for case in self.cases}
        self._cited: dict[str, dict[str, Any]] = {}

    @classmethod
    def load(cls) -> Self:
        """The library of `data/`, read from its files."""
        games = records.games()
        return cls(
            (case for game in games for case in records.cases(game)),
            (term for game in games for term in records.terms(game)),
            (example for game in games for example in records.examples(game)),
            games,
        )

    def __repr__(self) -> str:
        return f"<Library of {', '.join(self.games)}: {len(self.cases)} cases>"

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def __getitem__(self, id: str) -> Case:
        """The case with exactly this id."""
        return self._by_id[id]

    def cited(self, id: str) -> dict[str, Any]:
        """A case as rulings and answers cite it, put together once: nobody writes in it."""
        found = self._cited.get(id)
        if found is None:
            case = self[id]
            found = self._cited[id] = {"id": case.id, "title": dict(case.title), "text": dict(case.text)}
        return found

    def of(self, game: str) -> tuple[Case, ...]:
        """The cases of one game, in the book's order."""
        return self._by_game[self._known(game)]

    def case(self, game: str, number: str) -> Case:
        """The case, however a person types its number; a chapter also by its bare number (`13`)."""
        numbers = self._numbers[self._known(game)]
        asked = plain_number(number).removeprefix(f"{game}:")
        found = numbers.get(asked) or numbers.get(f"{asked}.0")
        if not found:
            near = get_close_matches(asked, numbers, n=3)
            raise NotFound(f"case of {game}", number[:LONGEST_TYPED], [numbers[each].number for each in near])
        return found

    def everywhere(self, number: str) -> tuple[Case, ...]:
        """The cases of this number in all the games, however a person types it."""
        asked = plain_number(number)
        named = tuple(case for case in self.cases if case.number.casefold() == asked)
        return named or tuple(case for case in self.cases if case.number.casefold() == f"{asked}.0")

    def homonyms(self, case: Case) -> tuple[Case, ...]:
        """The other cases of the book that are printed with the same number."""
        return tuple(self._by_id[id] for id in self._printed[case.game, printed_number(case.number)] if id != case.id)

    def parent(self, case: Case) -> Case | None:
        return self._by_id.get(self._parents.get(case.id, ""))

    def children(self, case: Case) -> tuple[Case, ...]:
        return tuple(self._by_id[id] for id in self._children.get(case.id, ()))

    def previous(self, case: Case) -> Case | None:
        place = self._places[case.id]
        return self.of(case.game)[place - 1] if place else None

    def next(self, case: Case) -> Case | None:
        return next(iter(self.of(case.game)[self._places[case.id] + 1 :]), None)

    def cited_by(self, case: Case) -> tuple[str, ...]:
        """The ids of the cases that refer to this one."""
        return self._cited_by.get(case.id, ())

    def exceptions(self, case: Case) -> tuple[str, ...]:
        """The ids of the cases that make an exception to this one."""
        return self._exceptions.get(case.id, ())

    def references(self, case: Case) -> tuple[Mapping[str, str], ...]:
        """How this case bears on others, and others on it: the other's id, the type, `to` or `from` it."""
        return self._references.get(case.id, ())

    def index(self, game: str) -> tuple[Term, ...]:
        """The index and glossary of one game."""
        return tuple(term for term in self.terms if term.game == self._known(game))

    def index_of(self, case: Case) -> tuple[Term, ...]:
        """The terms under which a case is listed."""
        return self._index_of.get(case.id, ())

    def term(self, game: str, typed: str) -> tuple[Term, ...]:
        """The terms that a person means: by name in either language, else by a part of one."""
        named, wanted = self._named_terms[self._known(game)], fold(typed.strip()[:LONGEST_TYPED])
        found = named.get(wanted) or _all_of(terms for name, terms in named.items() if wanted and wanted in name)
        if not found:
            near = _all_of(named[name] for name in get_close_matches(wanted, named, n=3))
            raise NotFound(f"index term of {game}", typed[:LONGEST_TYPED], [term.en for term in near])
        return found

    def defined_by(self, case: Case) -> tuple[Words, ...]:
        """The words of the game's vocabulary that a case defines."""
        return self._defined.get(case.id, ())

    def examples_of(self, case: Case) -> tuple[Example, ...]:
        return tuple(example for example in self.examples if example.case == case.id)

    def example(self, game: str, name: str) -> Example:
        """The worked example of this name (`13.17#1`), with or without its game."""
        known = {each.id: each for each in self.examples if each.game == self._known(game)}
        asked = f"{game}:{name.strip()[:LONGEST_TYPED].removeprefix(f'{game}:')}"
        if asked not in known:
            raise NotFound(f"example of {game}", name[:LONGEST_TYPED], get_close_matches(asked, known, n=3))
        return known[asked]

    def as_json(self, case: Case, predicates: Predicates | None = None, original: Any = None) -> dict[str, Any]:
        """The case as every caller gets it. `predicates` maps a case's id to what runs for it."""
        parent = self.parent(case)
        answer = {
            "id": case.id,
            "game": case.game,
            "number": case.number,
            "parent": parent.id if parent else None,
            "parent_text": parent.text.model_dump() if parent else None,
            "children": list(self._children.get(case.id, ())),
            "title": case.title.model_dump(),
            "text": case.text.model_dump(),
            "original": original,
            "kind": case.kind,
            "operative": case.operative,
            "actions": list(case.actions),
            "cites": list(case.cites),
            "cited_by": list(self.cited_by(case)),
            "exceptions": list(self.exceptions(case)),
            "excepts": list(case.excepts),
            "references": [dict(each) for each in self.references(case)],
            "index": [{"en": term.en, "fr": term.fr} for term in self.index_of(case)],
            "predicates": [dict(each) for each in (predicates or {}).get(case.id, ())],
            "examples": [example.id for example in self.examples_of(case)],
            "notes": [{"kind": note.kind, "text": {"en": note.en, "fr": note.fr}} for note in case.notes],
        }
        same = self.homonyms(case)
        return answer | {"homonyms": [each.id for each in same]} if same else answer

    def _known(self, game: str) -> str:
        if game not in self.games:
            raise NotFound("game", game[:LONGEST_TYPED], get_close_matches(game, self.games) or self.games)
        return game

    @cached_property
    def _by_game(self) -> dict[str, tuple[Case, ...]]:
        return {game: tuple(case for case in self.cases if case.game == game) for game in self.games}

    @cached_property
    def _numbers(self) -> dict[str, dict[str, Case]]:
        return {game: {case.number.casefold(): case for case in cases} for game, cases in self._by_game.items()}

    @cached_property
    def _places(self) -> dict[str, int]:
        return {case.id: place for cases in self._by_game.values() for place, case in enumerate(cases)}

    @cached_property
    def _printed(self) -> dict[tuple[str, str], tuple[str, ...]]:
        return _gathered(((case.game, printed_number(case.number)), case.id) for case in self.cases)

    @cached_property
    def _parents(self) -> dict[str, str]:
        return {
            f"{game}:{number}": f"{game}:{parent}"
            for game, cases in self._by_game.items()
            for number, parent in parents([case.number for case in cases]).items()
        }

    @cached_property
    def _children(self) -> dict[str, tuple[str, ...]]:
        return _gathered((parent, child) for child, parent in self._parents.items())

    @cached_property
    def _cited_by(self) -> dict[str, tuple[str, ...]]:
        return _gathered((cited, case.id) for case in self.cases for cited in case.cites)

    @cached_property
    def _exceptions(self) -> dict[str, tuple[str, ...]]:
        return _gathered((excepted, case.id) for case in self.cases for excepted in case.excepts)

    @cached_property
    def _references(self) -> dict[str, tuple[Mapping[str, str], ...]]:
        from knowledge.predicates import lifted

        found: dict[str, list[Mapping[str, str]]] = {}
        for source, kind, target in references(self, lifted()):
            found.setdefault(source, []).append({"id": target, "type": kind, "direction": "to"})
            found.setdefault(target, []).append({"id": source, "type": kind, "direction": "from"})
        return {id: tuple(several) for id, several in found.items()}

    @cached_property
    def _index_of(self) -> dict[str, tuple[Term, ...]]:
        return _gathered((id, term) for term in self.terms for id in term.cases)

    @cached_property
    def _defined(self) -> dict[str, tuple[Words, ...]]:
        return _gathered(pair for game in self.games for pair in records.defined_words(game))

    @cached_property
    def _named_terms(self) -> dict[str, dict[str, tuple[Term, ...]]]:
        return {
            game: _gathered((fold(name), term) for term in self.index(game) for name in term.names)
            for game in self.games
        }


def _all_of(groups: Iterable[tuple[Term, ...]]) -> tuple[Term, ...]:
    """The terms of all groups, each once."""
    return tuple(dict.fromkeys(term for group in groups for term in group))


def _gathered(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, tuple[Value, ...]]:
    """The values under each key, in order."""
    found: dict[Key, dict[Value, None]] = {}
    for key, value in pairs:
        found.setdefault(key, {})[value] = None
    return {key: tuple(values) for key, values in found.items()}
