"""What a question names of a game: its words, however players call them, in the order in which they stand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from knowledge.ask import lists
from knowledge.ask.lists import Phrase, phrase
from knowledge.language import WORD
from knowledge.records import LANGUAGES, Language
from rulebook.games import GAMES

NAMED = (
    "types", "nations", "sides_of_play", "supply", "terrain", "features", "sides", "weather", "phases", "modes",
    "countries", "scenarios", "statuses", "fronts",
)  # fmt: skip
LONGEST_LABEL = 4
OR = "|"
"""Parts the words of a name of several."""
Name = tuple[str, str, str | None]


@dataclass(frozen=True)
class Mention:
    """A word of the game's vocabulary, or an action, with the words of the question that name it."""

    kind: str
    word: str
    start: int
    end: int
    mode: str | None = None


@lru_cache(maxsize=16)
def names_of(game: str, language: Language) -> dict[Phrase, tuple[Name, ...]]:
    """What each phrase names in a game: the kind of word, the word, and the mode of an action."""
    found: dict[Phrase, dict[Name, None]] = {}
    for text, name in (*_actions(game, language), *_players_words(game, language), *_labels(game)):
        found.setdefault(phrase(text, language), {})[name] = None
    found.pop((), None)
    return {key: tuple(several) for key, several in found.items()}


def _actions(game: str, language: Language) -> Iterator[tuple[str, Name]]:
    vocabulary = GAMES[game].vocabulary
    for row in lists.read()["action"]:
        mode = row.get("mode")
        if row["action"] in vocabulary["actions"] and (mode is None or mode in vocabulary["modes"]):
            yield from ((text, ("action", row["action"], mode)) for text in row[language])


def _players_words(game: str, language: Language) -> Iterator[tuple[str, Name]]:
    for row in lists.read()["name"]:
        if row["word"] in GAMES[game].vocabulary.get(row["kind"], {}) and game not in row.get("but", ()):
            yield from ((text, (row["kind"], row["word"], None)) for text in row[language])
    for row in lists.read()["several"]:
        if game in row["games"]:
            yield from ((text, (row["kind"], OR.join(row["words"]), None)) for text in row[language])
    for row in lists.read()["role"]:
        yield from ((text, ("roles", row["word"], None)) for text in row[language])


def _labels(game: str) -> Iterator[tuple[str, Name]]:
    """The words as book.toml calls them; a long one is a sentence, not a name."""
    for kind in NAMED:
        for word, entry in GAMES[game].vocabulary.get(kind, {}).items():
            labels = (entry[each] for each in LANGUAGES)
            yield from ((text, (kind, word, None)) for text in labels if len(WORD.findall(text)) <= LONGEST_LABEL)


def mentions(game: str, language: Language, words: Sequence[str]) -> tuple[Mention, ...]:
    """What the words name; a name of several things gives them all."""
    return tuple(
        Mention(kind, word, start, end, mode)
        for start, end, several in lists.named(words, language, names_of(game, language))
        for kind, word, mode in several
    )
