"""Search over the cases in English and French: build, search, suggest. Whoosh is known here, and to `language`."""

import re
import shutil
import tempfile
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from knowledge.highlights import highlight, opening
from knowledge.home import home
from knowledge.language import WORD, fold, root, words
from knowledge.library import Library
from knowledge.numbers import NUMBER, plain_number, printed_number
from knowledge.records import LANGUAGES, Case, Language, Words

if TYPE_CHECKING:
    from whoosh.searching import Searcher

POINTER = "index.current"
INDEX_NAME = re.compile(r"index-\w{1,40}")
LONGEST_QUERY = 400
MOST_WORDS = 24

# How much a match counts, set by trying the questions of tests/test_search.py.
TITLE_WEIGHT = 3  # as if the text said the title so many times
FIELD_WEIGHTS = {"words": 1.0, "terms": 2.0, "defines": 1.0}
LENGTH_WEIGHT = 0.5
NUMBER_WEIGHT = 40.0
PART_OF_WORD_WEIGHT = 0.5
ALL_WORDS_WEIGHT = 0.5
MOST_COMPLETIONS = 8
SHORTEST_PART = 3
LEAST_LIKENESS = 0.75

Wanted = dict[Language, dict[str, float]]
Scores = dict[int, float]


class NotBuilt(LookupError):
    """There is no search index yet."""

    def __init__(self) -> None:
        super().__init__("the search index has not been built: run `arbitre build`")


@dataclass(frozen=True)
class Hit:
    """One case found, with the passages that match."""

    id: str
    score: float
    title: Words
    highlight: tuple[tuple[Language, str], ...]

    def as_json(self) -> dict[str, Any]:
        shown = {"title": self.title.model_dump(), "highlight": dict(self.highlight)}
        return {"id": self.id, "score": self.score} | shown


@dataclass(frozen=True)
class Answer:
    """What a search found: how many cases, some of them, and what the person may have meant."""

    query: str
    total: int
    suggestion: str | None
    hits: tuple[Hit, ...]

    def as_json(self) -> dict[str, Any]:
        found = {"query": self.query, "total": self.total, "suggestion": self.suggestion}
        return found | {"hits": [hit.as_json() for hit in self.hits]}


@dataclass(frozen=True)
class Analyzer:
    """Cuts a text into the roots that are searched; in `mixed` text the stop words of both languages go."""

    language: Language
    mixed: bool = False

    def __call__(self, value: str, **options: Any) -> Iterator[Any]:
        from whoosh.analysis import RegexTokenizer

        stops = LANGUAGES if self.mixed else (self.language,)
        for token in RegexTokenizer(WORD)(value, **options):
            if all(root(language, token.text) for language in stops):
                token.text = root(self.language, token.text)
                yield token


@dataclass(frozen=True)
class Speller:
    """Cuts a text into its words as they are spelled, for did-you-mean."""

    def __call__(self, value: str, **options: Any) -> Iterator[Any]:
        from whoosh.analysis import RegexTokenizer

        for token in RegexTokenizer(WORD)(value, **options):
            token.text = token.text.casefold()
            yield token


# Building


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


def _swap_in(aside: Path) -> None:
    """Point to the new index, and clear away the ones before it."""
    current = aside.rename(aside.with_name(aside.name.replace(".building-", "index-")))
    pointer = current / POINTER
    pointer.write_text(current.name)
    pointer.replace(home() / POINTER)
    for old in home().glob("index-*"):
        if old != current:
            shutil.rmtree(old, ignore_errors=True)


def is_built() -> bool:
    """Whether there is an index to search."""
    try:
        return _current().is_dir()
    except NotBuilt:
        return False


def _current() -> Path:
    try:
        name = (home() / POINTER).read_text()
    except OSError:
        raise NotBuilt from None
    if not INDEX_NAME.fullmatch(name):
        raise NotBuilt
    return home() / name


def _schema() -> Any:
    from whoosh.fields import ID, STORED, TEXT, Schema

    schema = Schema(id=ID(stored=True), game=ID, kind=ID, number=ID, printed=ID)
    for language in LANGUAGES:
        schema.add(f"words_{language}", TEXT(Analyzer(language), phrase=False))
        schema.add(f"terms_{language}", TEXT(Analyzer(language, mixed=True), phrase=False))
        schema.add(f"defines_{language}", TEXT(Analyzer(language), phrase=False))
        schema.add(f"spelled_{language}", TEXT(Speller(), phrase=False))
        schema.add(f"shown_title_{language}", STORED())
        schema.add(f"shown_text_{language}", STORED())
    return schema


def _document(library: Library, case: Case) -> dict[str, Any]:
    number = case.number.casefold()
    document = {"id": case.id, "game": case.game, "kind": case.kind}
    document |= {"number": number, "printed": printed_number(number)}
    for language in LANGUAGES:
        title, text = getattr(case.title, language), getattr(case.text, language)
        terms = "; ".join(name for term in library.index_of(case) for name in (getattr(term, language), *term.also))
        document |= {f"words_{language}": "; ".join([title] * TITLE_WEIGHT + [text]), f"terms_{language}": terms}
        document[f"defines_{language}"] = "; ".join(getattr(word, language) for word in library.defined_by(case))
        document[f"spelled_{language}"] = f"{title}; {terms}; {text}"
        document |= {f"shown_title_{language}": title, f"shown_text_{language}": text}
    return document


# Searching


def search(
    query: str,
    *,
    game: str | None = None,
    lang: Language | None = None,
    kind: str | None = None,
    limit: int = 10,
    offset: int = 0,
) -> Answer:
    """The cases that answer a query, best first. A query that is a case number gives that case first."""
    asked = (_as_typed(query), game, lang, kind, limit, offset)
    try:
        return _search(_current(), *asked)
    except NotBuilt:  # a new index may just have been swapped in
        return _search(_current(), *asked)


def suggest(query: str, lang: Language | None = None) -> str | None:
    """The query with each word that no case holds replaced by the nearest one that some case holds."""
    return _suggestion(_current(), _as_typed(query), _languages(lang))


@lru_cache(maxsize=1024)
def _search(
    index: Path, query: str, game: str | None, lang: Language | None, kind: str | None, limit: int, offset: int
) -> Answer:
    searcher, languages = _searcher(index), _languages(lang)
    wanted = _wanted(searcher.reader(), query, languages)
    scores = _scores(index, query, wanted)
    found = _asked_for(index, scores, game, kind)
    roots = {language: {root for word in wanted for root in word[language]} for language in languages}
    shown = found[offset : offset + limit]
    hits = tuple(_hit(searcher.stored_fields(case), scores[case], roots) for case in shown)
    return Answer(query, len(found), _suggestion(index, query, languages), hits)


def _as_typed(query: str) -> str:
    """The query with each accent one with its letter, and no longer than makes sense."""
    return unicodedata.normalize("NFC", query[:LONGEST_QUERY]).strip()


def _languages(lang: Language | None) -> tuple[Language, ...]:
    return (lang,) if lang else LANGUAGES


_open = threading.local()


def _searcher(index: Path) -> "Searcher":
    """This thread's own searcher: Whoosh's readers move through their files and cannot be shared."""
    from whoosh.index import EmptyIndexError, open_dir
    from whoosh.scoring import BM25F

    if getattr(_open, "index", None) != index:
        try:
            _open.searcher = open_dir(index, readonly=True).searcher(weighting=BM25F(B=LENGTH_WEIGHT))
        except (EmptyIndexError, OSError):
            raise NotBuilt from None
        _open.index = index
    return _open.searcher


def _wanted(reader: Any, query: str, languages: tuple[Language, ...]) -> list[Wanted]:
    """What each word of the query is searched as: in each language, its roots and how much each counts."""
    called = _called_number(query)
    asked = [called] if called else [word.group() for word in words(query)]
    kept = [word for word in asked if all(root(language, word) for language in languages)][:MOST_WORDS]
    found = ({language: _roots(reader, word, language) for language in languages} for word in kept)
    return [each for each in found if any(each.values())]


def _called_number(query: str) -> str | None:
    """The number, where the whole query is one."""
    number = plain_number(query).rpartition(":")[2]
    return number if NUMBER.fullmatch(number) else None


def _roots(reader: Any, word: str, language: Language) -> dict[str, float]:
    """The root of the word, and where no case holds it, those of the words that it begins."""
    plain = root(language, word)
    if plain is None:
        return {}
    if any((f"{field}_{language}", plain) in reader for field in FIELD_WEIGHTS):
        return {plain: 1.0}
    longer = reader.expand_prefix(f"spelled_{language}", word.casefold()) if len(word) >= SHORTEST_PART else ()
    roots = (root(language, each.decode()) for each in islice(longer, MOST_COMPLETIONS))
    return {each: PART_OF_WORD_WEIGHT for each in roots if each}


def _scores(index: Path, query: str, wanted: list[Wanted]) -> Scores:
    """How well each case answers: any of the words, or a number; one that holds all the words counts for more."""
    each_word = [_word_scores(index, word) for word in wanted]
    found = _summed([*each_word, *_number_scores(index, query)])
    whole = set(each_word[0]).intersection(*each_word[1:]) if each_word else set()
    for case in whole:
        found[case] += ALL_WORDS_WEIGHT * sum(scores[case] for scores in each_word)
    return found


def _word_scores(index: Path, word: Wanted) -> Scores:
    """A word counts in the language in which it counts most."""
    found: Scores = {}
    for language, roots in word.items():
        for case, score in _summed(_root_scores(index, language, roots)).items():
            found[case] = max(score, found.get(case, 0.0))
    return found


def _root_scores(index: Path, language: Language, roots: dict[str, float]) -> Iterator[Scores]:
    for plain, share in roots.items():
        for field, weight in FIELD_WEIGHTS.items():
            yield _weighed(_postings(index, f"{field}_{language}", plain), weight * share)


def _number_scores(index: Path, query: str) -> Iterator[Scores]:
    """The cases that the query calls by number, the exact one before its homonym and its chapter."""
    whole = _called_number(query)
    numbers = {whole} if whole else {word.group().casefold() for word in words(query) if "." in word.group()}
    for number in numbers:
        for field, end, share in (("number", "", 2.0), ("number", ".0", 1.0), ("printed", "", 1.0)):
            yield _weighed(_postings(index, field, f"{number}{end}"), NUMBER_WEIGHT * share)


def _weighed(scores: Scores, weight: float) -> Scores:
    return {case: score * weight for case, score in scores.items()}


def _summed(several: Iterable[Scores]) -> Scores:
    found: Scores = {}
    for scores in several:
        for case, score in scores.items():
            found[case] = found.get(case, 0.0) + score
    return found


@lru_cache(maxsize=20_000)
def _postings(index: Path, field: str, term: str) -> Scores:
    """The cases that hold a term in a field, by their place in the index, each with its score."""
    searcher = _searcher(index)
    if (field, term) not in searcher.reader():
        return {}
    matcher, found = searcher.postings(field, term), {}
    while matcher.is_active():
        found[matcher.id()] = matcher.score()
        matcher.next()
    return found


def _asked_for(index: Path, scores: Scores, game: str | None, kind: str | None) -> list[int]:
    """The cases of the game and the kind asked for, best first."""
    asked = [_postings(index, field, value) for field, value in (("game", game), ("kind", kind)) if value]
    kept = (case for case in scores if all(case in each for each in asked))
    return sorted(kept, key=lambda case: (-scores[case], case))


def _hit(stored: dict[str, Any], score: float, roots: dict[Language, set[str]]) -> Hit:
    texts = {language: stored[f"shown_text_{language}"] for language in roots}
    passages = {language: highlight(text, language, roots[language]) for language, text in texts.items()}
    if not any(passages.values()):
        passages = {language: opening(text) for language, text in texts.items()}
    title = Words(en=stored["shown_title_en"], fr=stored["shown_title_fr"])
    shown = tuple((language, passage) for language, passage in passages.items() if passage)
    return Hit(stored["id"], round(score, 2), title, shown)


# Did you mean


def _suggestion(index: Path, query: str, languages: tuple[Language, ...]) -> str | None:
    """The query mended word by word, or None where nothing can be mended."""
    if _called_number(query):
        return None
    mended = WORD.sub(lambda word: _mended(index, word.group(), languages), query)
    return mended if mended != query else None


def _mended(index: Path, word: str, languages: tuple[Language, ...]) -> str:
    reader = _searcher(index).reader()
    known = any(root(language, word) is None or _roots(reader, word, language) for language in languages)
    if known or any(sign.isdigit() for sign in word):
        return word
    return _closest(index, fold(word), languages) or word


def _closest(index: Path, word: str, languages: tuple[Language, ...]) -> str | None:
    spellings = {plain: spelled for language in languages for plain, spelled in _spellings(index, language).items()}
    near = get_close_matches(word, spellings, n=1, cutoff=LEAST_LIKENESS)
    return spellings[near[0]] if near else None


@lru_cache(maxsize=8)
def _spellings(index: Path, language: Language) -> dict[str, str]:
    """Every word of the cases, by itself without accents."""
    found = (word.decode() for word in _searcher(index).reader().lexicon(f"spelled_{language}"))
    return {fold(word): word for word in found if word.isalpha() and len(word) >= SHORTEST_PART}
