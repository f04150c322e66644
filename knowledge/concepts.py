"""Concepts across the games: what each book says of one thing, side by side, with the differences that matter."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

from pydantic import Field, ValidationError

from knowledge.language import fold, root, words
from knowledge.library import Library
from knowledge.numbers import LONGEST_TYPED, NotFound
from knowledge.records import LANGUAGES, Language, Record, RecordError, Words, qualified
from rulebook.printed import data_folder, read_toml

FILE = "concepts.toml"


class Saying(Record):
    """What one game says of one side of a concept, by these cases."""

    en: str = Field(min_length=1)
    fr: str = Field(min_length=1)
    cases: tuple[str, ...] = ()


class Aspect(Record):
    """One side of a concept that differs from game to game: who has it, what it stops, what cancels it."""

    title: Words
    says: dict[str, Saying]


class Concept(Record):
    """One thing that several games know, under the names that people use for it."""

    name: str = Field(pattern=r"^[a-z]+(-[a-z]+)*$")
    title: Words
    about: Words
    also: tuple[str, ...] = ()
    aspects: tuple[Aspect, ...] = Field(min_length=1, alias="aspect")

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, self.title.en, self.title.fr, *self.also)

    def cases_of(self, game: str) -> tuple[str, ...]:
        """The cases of a game behind all that it says here, each once."""
        sayings = (aspect.says[game] for aspect in self.aspects if game in aspect.says)
        return tuple(dict.fromkeys(id for saying in sayings for id in saying.cases))

    @property
    def games(self) -> tuple[str, ...]:
        """The games that have something to say."""
        return tuple(dict.fromkeys(game for aspect in self.aspects for game in aspect.says))


@cache
def concepts() -> tuple[Concept, ...]:
    """Every concept, in the order of the file."""
    return tuple(_read(row) for row in read_toml(data_folder() / FILE)["concept"])


def _read(row: Mapping[str, Any]) -> Concept:
    whole = {**row, "aspect": [_aspect(each) for each in row.get("aspect", ())]}
    try:
        return Concept.model_validate(whole)
    except ValidationError as error:
        first = error.errors()[0]
        at = ".".join(map(str, first["loc"]))
        raise RecordError(f"data/{FILE}, concept {row.get('name')}: {at}: {first['msg']}") from None


def _aspect(row: Mapping[str, Any]) -> dict[str, Any]:
    """An aspect as written: its title, then one entry a game, whose cases are numbers of that game."""
    says = {
        game: {**told, "cases": [qualified(game, number) for number in told.get("cases", ())]}
        for game, told in row.items() if game != "title"
    }
    return {"title": row.get("title"), "says": says}


def find(typed: str) -> Concept:
    """The concept that a person means, by any of its names in either language, whatever its accents and endings."""
    named, wanted = _named(), _plain(typed)
    found = named.get(wanted) or _by_roots(wanted) or _by_words(wanted)
    if found is None:
        near = get_close_matches(wanted, named, n=3)
        raise NotFound("concept", typed[:LONGEST_TYPED], list(dict.fromkeys(named[name].name for name in near)))
    return found


def _plain(typed: str) -> str:
    return " ".join(fold(typed[:LONGEST_TYPED]).replace("-", " ").split())


@cache
def _named() -> dict[str, Concept]:
    return {_plain(name): concept for concept in concepts() for name in concept.names}


def _by_roots(wanted: str) -> Concept | None:
    """Plurals, articles and other endings apart: `les tranchées` is `tranchée`."""
    rooted = _rooted()
    return next((rooted[key] for key in _roots(wanted) if key in rooted), None)


@cache
def _rooted() -> dict[tuple[Language, tuple[str, ...]], Concept]:
    return {key: concept for name, concept in reversed(_named().items()) for key in _roots(name)}


def _roots(plain: str) -> Iterator[tuple[Language, tuple[str, ...]]]:
    for language in LANGUAGES:
        roots = tuple(filter(None, (root(language, word.group()) for word in words(plain))))
        if roots:
            yield language, roots


def _by_words(wanted: str) -> Concept | None:
    """The first concept with a name in which the words stand whole."""
    return next((concept for name, concept in _named().items() if wanted and f" {wanted} " in f" {name} "), None)


def as_json(concept: Concept, library: Library) -> dict[str, Any]:
    """A concept with what each game says, and the titles of the cases behind it."""
    return {
        **summary(concept),
        "aspects": [
            {
                "title": aspect.title.model_dump(),
                "games": {game: _told(aspect.says[game], library) for game in library.games if game in aspect.says},
            }
            for aspect in concept.aspects
        ],
    }


def summary(concept: Concept) -> dict[str, Any]:
    """A concept without what the games say of it."""
    return {
        "name": concept.name, "title": concept.title.model_dump(), "about": concept.about.model_dump(),
        "also": list(concept.also), "games": sorted(concept.games),
    }


def _told(saying: Saying, library: Library) -> dict[str, Any]:
    cases = [{"id": id, "title": library[id].title.model_dump()} for id in saying.cases]
    return {"en": saying.en, "fr": saying.fr, "cases": cases}
