"""Search over the cases in English and French: build, search, suggest."""

import threading
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from knowledge import filing, ranking
from knowledge.filing import NotBuilt as NotBuilt
from knowledge.filing import build as build
from knowledge.filing import chapter_of, current
from knowledge.filing import is_begun as is_begun
from knowledge.filing import is_built as is_built
from knowledge.filing import is_sound as is_sound
from knowledge.glossary import MARK, searched, words_of
from knowledge.highlights import highlight, opening
from knowledge.language import WORD, fold, root
from knowledge.numbers import plain_number
from knowledge.ranking import Asked, called_number
from knowledge.records import LANGUAGES, Language, Words
from knowledge.spelling import SHORTEST_PART, Spellings, closest
from knowledge.tips import Tip, tips_for

if TYPE_CHECKING:
    from whoosh.searching import Searcher

Found = TypeVar("Found")
LONGEST_QUERY = 400
LENGTH_WEIGHT = 0.5
MOST_COMPLETIONS = 8


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
    """What a search found: how many cases, some of them, what the person may have meant, and what else to try."""

    query: str
    total: int
    suggestion: str | None
    hits: tuple[Hit, ...]
    tips: tuple[Tip, ...] = ()

    def as_json(self) -> dict[str, Any]:
        found = {"query": self.query, "total": self.total, "suggestion": self.suggestion}
        return found | {"hits": [hit.as_json() for hit in self.hits], "tips": [tip.as_json() for tip in self.tips]}


@dataclass(frozen=True)
class Within:
    """Where to search: cases of this game, kind, action and chapter alone, and texts of this language."""

    game: str | None = None
    kind: str | None = None
    action: str | None = None
    chapter: str | None = None
    lang: Language | None = None

    @property
    def languages(self) -> tuple[Language, ...]:
        return (self.lang,) if self.lang else LANGUAGES

    @property
    def filters(self) -> dict[str, str]:
        """The filters that are set, by the fields of the index."""
        asked = {"game": self.game, "kind": self.kind, "action": self.action, "chapter": self.chapter}
        return {field: value for field, value in asked.items() if value}

    def without(self, dropped: Iterable[str]) -> "Within":
        """The same with some filters left out."""
        kept = {field: value for field, value in self.filters.items() if field not in dropped}
        return Within(kept.get("game"), kept.get("kind"), kept.get("action"), kept.get("chapter"), self.lang)


def search(
    query: str,
    *,
    game: str | None = None,
    lang: Language | None = None,
    kind: str | None = None,
    action: str | None = None,
    chapter: str | None = None,
    limit: int = 10,
    offset: int = 0,
) -> Answer:
    """The cases that answer a query, best first. A query that is a case number gives that case first."""
    within = Within(game, kind, action, chapter_of(plain_number(chapter)) if chapter else None, lang)
    return _looked(_search, _as_typed(query), within, limit, offset)


def suggest(query: str, lang: Language | None = None) -> str | None:
    """The query with each word that no case holds replaced by the nearest one that some case holds."""
    return _looked(_suggestion, _as_typed(query), Within(lang=lang).languages)


def _looked(look: Callable[..., Found], *asked: Any) -> Found:
    """What is found in the index in use; a new one may be swapped in meanwhile, and the old one then gone."""
    try:
        return look(current(), *asked)
    except NotBuilt:
        return look(current(), *asked)
    except Exception as fault:
        if is_sound():
            raise
        raise NotBuilt("the search index is damaged") from fault


@lru_cache(maxsize=1024)
def _search(index: Path, query: str, within: Within, limit: int, offset: int) -> Answer:
    searcher, asked = _searcher(index), _read(index, query, within.languages)
    scores = _scores(index, asked)
    found = _asked_for(index, scores, within)
    marked = {language: _marked(asked, language) for language in within.languages}
    shown = found[offset : offset + limit]
    hits = tuple(_hit(searcher.stored_fields(case), scores[case], marked) for case in shown)
    answer = Answer(query, len(found), _suggestion(index, query, within.languages), hits)
    return answer if found else replace(answer, tips=_tips(index, answer, scores, within))


def _as_typed(query: str) -> str:
    """The query with each accent one with its letter, and no longer than makes sense."""
    return unicodedata.normalize("NFC", query[:LONGEST_QUERY]).strip()


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


def _read(index: Path, query: str, languages: tuple[Language, ...]) -> Asked:
    return ranking.read(query, languages, lambda language, word: _instead(index, word, language, languages))


def _instead(index: Path, word: str, language: Language, languages: tuple[Language, ...]) -> tuple[str, ...]:
    """Where no case holds a word, the roots of the words that it begins, or else of the nearest word."""
    if len(word) < SHORTEST_PART or any(_is_held(index, word, each) for each in languages):
        return ()
    longer = {each: _completed(index, word, each) for each in languages}
    if any(longer.values()):
        return longer[language]
    near = _mended(index, word, (language,))
    return (root(language, near) or "",) if near != word else ()


def _is_held(index: Path, word: str, language: Language) -> bool:
    """Whether some case holds a word, or another word for the same."""
    fields = [f"{field}_{language}" for field in ranking.FIELD_WEIGHTS]
    return any(_postings(index, field, plain) for plain in searched(language, word) for field in fields)


def _completed(index: Path, word: str, language: Language) -> tuple[str, ...]:
    """The roots of the words that a word begins."""
    reader = _searcher(index).reader()
    longer = islice(reader.expand_prefix(f"spelled_{language}", word.casefold()), MOST_COMPLETIONS)
    return tuple(each for spelled in longer if (each := root(language, spelled.decode())))


def _scores(index: Path, asked: Asked) -> dict[int, float]:
    """How well each case answers, and among equals how much it counts of itself."""
    worth = _worth(index)
    found = ranking.scores(asked, lambda field, term: _postings(index, field, term))
    return {case: score * worth[case] for case, score in found.items() if score}


@lru_cache(maxsize=2)
def _worth(index: Path) -> dict[int, float]:
    values = [value.decode() for value in _searcher(index).reader().lexicon("worth")]
    return {case: float(value) for value in values for case in _postings(index, "worth", value)}


@lru_cache(maxsize=20_000)
def _postings(index: Path, field: str, term: str) -> dict[int, float]:
    """The cases that hold a term in a field, by their place in the index, each with its score."""
    searcher = _searcher(index)
    if (field, term) not in searcher.reader():
        return {}
    matcher, found = searcher.postings(field, term), {}
    while matcher.is_active():
        found[matcher.id()] = matcher.score()
        matcher.next()
    return found


def _asked_for(index: Path, scores: Mapping[int, float], within: Within) -> list[int]:
    """The cases of the game, kind, action and chapter asked for, best first."""
    asked = [_postings(index, field, value) for field, value in within.filters.items()]
    kept = (case for case in scores if all(case in each for each in asked))
    return sorted(kept, key=lambda case: (-scores[case], case))


def _marked(asked: Asked, language: Language) -> set[str]:
    """The roots to mark in a text: those of the query, and where it names a notion those of its other words."""
    found = asked.roots(language)
    others = (words_of(language, notion) for notion in found if notion.startswith(MARK))
    return found.union(*others)


def _hit(stored: dict[str, Any], score: float, marked: dict[Language, set[str]]) -> Hit:
    texts = {language: stored[f"shown_text_{language}"] for language in marked}
    passages = {language: highlight(text, language, marked[language]) for language, text in texts.items()}
    if not any(passages.values()):
        passages = {language: opening(text) for language, text in texts.items()}
    title = Words(en=stored["shown_title_en"], fr=stored["shown_title_fr"])
    shown = tuple((language, passage) for language, passage in passages.items() if passage)
    return Hit(stored["id"], round(score, 2), title, shown)


# Did you mean, and what else to try


def _suggestion(index: Path, query: str, languages: tuple[Language, ...]) -> str | None:
    """The query mended word by word, or None where nothing can be mended."""
    if called_number(query):
        return None
    mended = WORD.sub(lambda word: _mended(index, word.group(), languages), query)
    return mended if mended != query else None


@lru_cache(maxsize=1024)
def _mended(index: Path, word: str, languages: tuple[Language, ...]) -> str:
    """The word, or where no case holds it the nearest one that some case holds."""
    known = any(root(language, word) is None or _is_known(index, word, language) for language in languages)
    if known or any(sign.isdigit() for sign in word):
        return word
    return closest(fold(word), [_spellings(index, language) for language in languages]) or word


def _is_known(index: Path, word: str, language: Language) -> bool:
    return _is_held(index, word, language) or (len(word) >= SHORTEST_PART and bool(_completed(index, word, language)))


@lru_cache(maxsize=8)
def _spellings(index: Path, language: Language) -> Spellings:
    """Every word of the cases, by itself without accents."""
    found = (word.decode() for word in _searcher(index).reader().lexicon(f"spelled_{language}"))
    return {fold(word): word for word in found if word.isalpha() and len(word) >= SHORTEST_PART}


def _tips(index: Path, answer: Answer, scores: Mapping[int, float], within: Within) -> tuple[Tip, ...]:
    """What to try where nothing was found."""

    def total(dropped: Iterable[str]) -> int:
        return len(_asked_for(index, scores, within.without(dropped)))

    return tips_for(answer.query, answer.suggestion, tuple(within.filters), total, filing.names(index))
