"""The shapes of what is asked and answered over HTTP, as `/openapi.json` describes them."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from knowledge.records import Kind, Words
from knowledge.references import ReferenceType
from knowledge.tips import TipKind

Text = dict[str, str]
"""A text by language: en, fr."""


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Predicate(Shape):
    """A rule that runs for a case, in one sentence of each language."""

    name: str
    effect: str
    summary: str
    summary_fr: str


class NoteAnswer(Shape):
    kind: str
    text: Words


class ReferenceAnswer(Shape):
    """How a case bears on another (`to`), or another on it (`from`)."""

    id: str
    type: ReferenceType
    direction: Literal["to", "from"]


class CaseAnswer(Shape):
    """One case of a rulebook, in our own words."""

    id: str
    game: str
    number: str
    parent: str | None
    parent_text: Words | None
    children: list[str]
    title: Words
    text: Words
    original: str | None
    kind: Kind
    operative: bool
    actions: list[str]
    cites: list[str]
    cited_by: list[str]
    exceptions: list[str]
    excepts: list[str]
    references: list[ReferenceAnswer]
    index: list[Words]
    predicates: list[Predicate]
    examples: list[str]
    notes: list[NoteAnswer]
    homonyms: list[str] = []


class CasesAnswer(Shape):
    game: str
    total: int
    limit: int
    offset: int
    cases: list[CaseAnswer]


class CaseTitle(Shape):
    id: str
    title: Words


class TermAnswer(Shape):
    """One entry of the index; `printed` when the book's own index has it."""

    en: str
    fr: str
    also: list[str]
    printed: bool
    cases: list[CaseTitle]


class IndexAnswer(Shape):
    game: str
    total: int
    limit: int
    offset: int
    terms: list[TermAnswer]


class TermsAnswer(Shape):
    game: str
    asked: str
    terms: list[TermAnswer]


class ConceptSummary(Shape):
    """One thing that several games know, and the games that do."""

    name: str
    title: Words
    about: Words
    also: list[str]
    games: list[str]


class ConceptsAnswer(Shape):
    concepts: list[ConceptSummary]


class ConceptSaying(Shape):
    """What one game says, and the cases behind it."""

    en: str
    fr: str
    cases: list[CaseTitle]


class ConceptAspect(Shape):
    """One side of a concept that differs from game to game, by the key of the game."""

    title: Words
    games: dict[str, ConceptSaying]


class ConceptAnswer(ConceptSummary):
    aspects: list[ConceptAspect]


class Hit(Shape):
    id: str
    score: float
    title: Words
    highlight: Text


class TipAnswer(Shape):
    """What to try where nothing was found: a query, and the filters to leave out."""

    kind: TipKind
    query: str
    without: list[str]
    says: Words


class SearchAnswer(Shape):
    """The cases found, best first; where there are none, what else to try."""

    query: str
    total: int
    suggestion: str | None
    hits: list[Hit]
    tips: list[TipAnswer]


class Totals(Shape):
    cases: int
    records: int
    operative: int
    executable: int
    judgement: int
    tests: int
    examples: int


class CoverageRow(Shape):
    """What stands behind one case; `tests` and `examples` are those that ran and agreed."""

    id: str
    record: bool
    operative: bool
    status: Literal["executable", "judgement", "unwritten", "heading", "information"]
    predicates: list[str]
    tests: int
    examples: int


class Disagreement(Shape):
    file: str
    name: str
    differs: str


class CoverageAnswer(Shape):
    game: str
    stage: str
    cases: list[CoverageRow]
    unnumbered: list[CoverageRow]
    totals: Totals
    disagreed: list[Disagreement]


class GameTitle(Shape):
    key: str
    title: Text
    stage: str
    coverage: Totals


class GamesAnswer(Shape):
    games: list[GameTitle]


class WordAnswer(BaseModel):
    """A word that a position may use, with the case that defines it."""

    word: str
    case: str
    en: str
    fr: str


class ActionAnswer(Shape):
    """An action of the game: its fields as a JSON schema, and the words that some of them may hold."""

    type: str
    case: str
    en: str
    fr: str
    fields: dict[str, Any] = Field(description="a JSON schema")
    words: dict[str, list[str]]


class GridAnswer(Shape):
    """How the map is numbered."""

    lines: Literal["rows", "columns"]
    shifted: Literal["odd", "even"]
    first: str
    last: str
    letters: list[str]
    says: Text


class GameAnswer(Shape):
    """A game with its vocabulary."""

    key: str
    title: Text
    stage: str
    sides: list[WordAnswer]
    turns: list[int]
    phases: list[WordAnswer]
    scenarios: list[WordAnswer]
    options: list[WordAnswer]
    vocabulary: dict[str, list[WordAnswer]]
    actions: list[ActionAnswer]
    grid: GridAnswer
    tables: list[str] = Field(description="the tables of this game that the user stored")
    coverage: Totals


class ProblemError(Shape):
    """One thing wrong: where, what, and the nearest right word."""

    at: str
    says: str
    nearest: str | None = None
    case: str | None = None


class ProblemAnswer(Shape):
    """An error, after RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[ProblemError]
