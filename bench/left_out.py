"""How sure questions are told apart: each wording put as a question against all the others, without a test set.

With its wording left out a situation should still be found by the others; with the whole situation left out, what is
found instead may not give another verdict. The bounds of `knowledge/ask` are chosen on these figures.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from knowledge.ask.fitting import fit
from knowledge.ask.likeness import Put, Wording
from knowledge.ask.nearest import Index, index_of, with_stories
from knowledge.ask.recognising import Recognised, chosen
from knowledge.records import LANGUAGES, Language, games


@dataclass(frozen=True)
class Tried:
    """A wording put as a question, and the verdict that came of it, if any."""

    text: str
    right: str
    got: str | None
    read_as: str | None

    @property
    def is_wrong(self) -> bool:
        return self.got in ("legal", "illegal") and self.got != self.right


def tried(game: str, language: Language, whole: bool, every: int = 1) -> Iterator[Tried]:
    """One wording in so many put as a question, without itself, or without its whole situation."""
    index = index_of(game, language)
    several = [(put, each) for put in index.several for each in put.wordings][::every]
    for put, each in several:
        rest = Put(put.situation, () if whole else [other for other in put.wordings if other is not each])
        yield _tried(index, put, each, rest, language)


def _tried(index: Index, put: Put, each: Wording, rest: Put, language: Language) -> Tried:
    near = [rest if other is put else other for other in index.sharing(each.words)]
    strange = [word for word in each.words if not word.atoms & rest.atoms and not _is_elsewhere(index, put, word.atoms)]
    beside = with_stories(each, [one for one in near if one.wordings], strange)
    likes = sorted((fit(each, *one) for one in beside), key=lambda like: -like.score)
    found = [Recognised(like, language) for like in likes]
    got = chosen(found)
    right = put.situation.trial.expect["verdict"]
    return Tried(each.text, right, got.verdict if got else None, got.like.phrase if got else None)


def _is_elsewhere(index: Index, put: Put, atoms: frozenset[str]) -> bool:
    own = index.place_of(put)
    return any(index.places.get(atom, set()) - {own} for atom in atoms)


def main(every: int, shown: bool) -> None:
    """The figures of every game that has situations in words."""
    for game in games():
        for whole in (False, True):
            found = [each for language in LANGUAGES for each in tried(game, language, whole, every)]
            if not found:
                continue
            right, wrong = sum(each.got == each.right for each in found), [each for each in found if each.is_wrong]
            print(f"{game} without the {'situation' if whole else 'wording'}: {len(found)} put, "
                  f"{right / len(found):.1%} right, {len(wrong) / len(found):.2%} wrong", flush=True)
            for each in wrong if shown else ():
                print(f"   {each.right}: {each.text} | {each.got}: {each.read_as}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1, "-v" in sys.argv)
