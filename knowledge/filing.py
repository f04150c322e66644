"""The search index: each case filed under its words, its names and what it is about. Built aside, then swapped in."""

import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import log1p
from pathlib import Path
from typing import Any

from knowledge.aside import folder_to_disk, put_in_place
from knowledge.glossary import name_of, searched
from knowledge.home import home
from knowledge.language import WORD, fold
from knowledge.library import Library
from knowledge.numbers import printed_number
from knowledge.records import LANGUAGES, Case, Language

POINTER = "index.current"
NAMES = "names.json"
LISTED = "files.json"
INDEX_NAME = re.compile(r"index-\w{1,40}")
OPERATIVE_WORTH, CITED_WORTH, UNNUMBERED_WORTH = 0.05, 0.03, -0.1
"""What a case gains for being operative and for the cases that cite it, and loses for having no number of its own."""


class NotBuilt(LookupError):
    """There is no search index yet, or none that can be used."""

    def __init__(self, why: str = "the search index has not been built") -> None:
        super().__init__(f"{why}: run `arbitre build`")


@dataclass(frozen=True)
class Analyzer:
    """Cuts a text into the roots and notions that are searched; in `mixed` text the stop words of both languages go."""

    language: Language
    mixed: bool = False

    def __call__(self, value: str, **options: Any) -> Iterator[Any]:
        return _tokens(searched(self.language, value, mixed=self.mixed))


@dataclass(frozen=True)
class Namer:
    """Cuts a list of names into the names, each brought to the form under which it is looked up."""

    language: Language

    def __call__(self, value: str, **options: Any) -> Iterator[Any]:
        return _tokens(name for each in value.split("\n") if (name := name_of(self.language, each)))


@dataclass(frozen=True)
class Speller:
    """Cuts a text into its words as they are spelled, for did-you-mean."""

    def __call__(self, value: str, **options: Any) -> Iterator[Any]:
        return _tokens(word.casefold() for word in WORD.findall(value))


def _tokens(several: Any) -> Iterator[Any]:
    from whoosh.analysis import Token

    token = Token()
    for each in several:
        token.text = each
        yield token


def build(library: Library, progress: Callable[[int, int], None] | None = None) -> None:
    """Build a new index aside, then swap it in; a search under way keeps the old one."""
    home().mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=".building-", dir=home()))
    try:
        _write(library, aside, progress or (lambda done, total: None))
        _swap_in(aside)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _write(library: Library, folder: Path, progress: Callable[[int, int], None]) -> None:
    from whoosh import index

    writer = index.create_in(folder, _schema()).writer()
    for done, case in enumerate(library.cases, 1):
        writer.add_document(**_document(library, case))
        progress(done, len(library.cases))
    writer.commit(optimize=True)
    (folder / NAMES).write_text(json.dumps(_names(library), ensure_ascii=False), encoding="utf-8")


def _names(library: Library) -> dict[str, str]:
    """Every term of the indexes in both languages, by itself without accents."""
    return {fold(name): name for term in library.terms for name in (term.en, term.fr)}


@lru_cache(maxsize=2)
def names(index: Path) -> dict[str, str]:
    """The terms of the books' indexes, as they were when this index was built."""
    try:
        found: dict[str, str] = json.loads((index / NAMES).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise NotBuilt from None
    return found


def _swap_in(aside: Path) -> None:
    """Point to the new index, and clear away the ones before it."""
    (aside / LISTED).write_text(json.dumps(_digests(aside)), encoding="utf-8")
    folder_to_disk(aside)
    current = aside.rename(aside.with_name(aside.name.replace(".building-", "index-")))
    pointer = current / POINTER
    pointer.write_text(current.name)
    put_in_place(pointer, home() / POINTER)
    for old in home().glob("index-*"):
        if old != current:
            shutil.rmtree(old, ignore_errors=True)


def _digests(folder: Path) -> dict[str, tuple[int, str]]:
    """The size and the digest of each file of an index, by which damage is seen."""
    files = sorted(path for path in folder.iterdir() if path.name not in (LISTED, POINTER))
    return {path.name: (path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest()) for path in files}


def is_begun() -> bool:
    """Whether there is, or was, an index."""
    return (home() / POINTER).exists()


def is_built() -> bool:
    """Whether there is an index to search, with no file of it missing or cut short."""
    try:
        folder = current()
        return all((folder / name).stat().st_size == size for name, (size, _) in _listed(folder).items())
    except (NotBuilt, OSError):
        return False


def is_sound() -> bool:
    """Whether every file of the index is as it was written."""
    try:
        folder = current()
        return _digests(folder) == _listed(folder)
    except (NotBuilt, OSError):
        return False


def _listed(folder: Path) -> dict[str, tuple[int, str]]:
    """The files that an index was built with."""
    try:
        found = json.loads((folder / LISTED).read_text(encoding="utf-8"))
        return {name: (int(size), str(digest)) for name, (size, digest) in found.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        raise NotBuilt from None


def current() -> Path:
    """The folder of the index that is in use."""
    try:
        name = (home() / POINTER).read_text()
    except (OSError, UnicodeDecodeError):
        raise NotBuilt from None
    if not INDEX_NAME.fullmatch(name):
        raise NotBuilt
    return home() / name


def _schema() -> Any:
    from whoosh.fields import ID, KEYWORD, STORED, TEXT, Schema

    schema = Schema(id=ID(stored=True), game=ID, kind=ID, action=KEYWORD, chapter=ID, number=ID, printed=ID, worth=ID)
    for language in LANGUAGES:
        schema.add(f"titles_{language}", TEXT(Analyzer(language), phrase=False))
        schema.add(f"words_{language}", TEXT(Analyzer(language), phrase=False))
        schema.add(f"terms_{language}", TEXT(Analyzer(language, mixed=True), phrase=False))
        schema.add(f"defines_{language}", TEXT(Analyzer(language), phrase=False))
        schema.add(f"above_{language}", TEXT(Analyzer(language), phrase=False))
        schema.add(f"named_{language}", TEXT(Namer(language), phrase=False))
        schema.add(f"listed_{language}", TEXT(Namer(language), phrase=False))
        schema.add(f"spelled_{language}", TEXT(Speller(), phrase=False))
        schema.add(f"shown_title_{language}", STORED())
        schema.add(f"shown_text_{language}", STORED())
    return schema


def _document(library: Library, case: Case) -> dict[str, Any]:
    number = case.number.casefold()
    document = {"id": case.id, "game": case.game, "kind": case.kind, "action": " ".join(case.actions)}
    document |= {"number": number, "printed": printed_number(number), "chapter": chapter_of(number)}
    document["worth"] = f"{worth(library, case):.2f}"
    for language in LANGUAGES:
        document |= _words(library, case, language)
    return document


def _words(library: Library, case: Case, language: Language) -> dict[str, str]:
    """What the case is found by in one language."""
    title, text = getattr(case.title, language), getattr(case.text, language)
    names = [name for term in library.index_of(case) for name in (getattr(term, language), *term.also)]
    first = [name for term in library.index_of(case) if term.cases[0] == case.id for name in term.names]
    defined = [getattr(word, language) for word in library.defined_by(case)]
    above = [getattr(each.title, language) for each in ancestors(library, case)]
    fields = {
        "titles": title, "words": f"{title}; {text}", "terms": "; ".join(names), "defines": "; ".join(defined),
        "above": "; ".join(above), "named": "\n".join([title, *first, *defined]), "listed": "\n".join(names),
        "spelled": "; ".join([title, *names, text]), "shown_title": title, "shown_text": text,
    }  # fmt: skip
    return {f"{field}_{language}": value for field, value in fields.items()}


def ancestors(library: Library, case: Case) -> Iterator[Case]:
    """The case above, the one above that, up to the chapter."""
    above = library.parent(case)
    while above:
        yield above
        above = library.parent(above)


def chapter_of(number: str) -> str:
    """The chapter of a case: `13` of 13.17, `s3` of S3.26."""
    return number.casefold().partition(".")[0]


def worth(library: Library, case: Case) -> float:
    """How much a case counts beside another that the query fits as well: what is operative, what is often cited."""
    standing = OPERATIVE_WORTH * case.operative + UNNUMBERED_WORTH * (not case.numbered)
    return 1 + standing + CITED_WORTH * log1p(len(library.cited_by(case)))
