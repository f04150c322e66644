"""The shapes of what is asked over HTTP in a query."""

from typing import Annotated

from pydantic import Field

from knowledge.records import Kind, Language
from knowledge.search import LONGEST_QUERY
from server.shapes import Shape


class Paging(Shape):
    """Which part of a long list is wanted."""

    limit: Annotated[int, Field(ge=1, le=500, description="how many at most")] = 50
    offset: Annotated[int, Field(ge=0, le=100_000, description="how many to leave out first")] = 0


class SearchQuery(Shape):
    """What to search for, and where."""

    q: Annotated[str, Field(min_length=1, max_length=LONGEST_QUERY, description="words, or a case number")]
    game: Annotated[str | None, Field(max_length=80, description="only this game")] = None
    lang: Annotated[Language | None, Field(description="only texts of this language")] = None
    kind: Annotated[Kind | None, Field(description="only cases of this kind")] = None
    action: Annotated[str | None, Field(max_length=80, description="only cases about this action, as in move")] = None
    chapter: Annotated[str | None, Field(max_length=80, description="only this chapter, as in 13 or S3")] = None
    limit: Annotated[int, Field(ge=1, le=100, description="how many at most")] = 10
    offset: Annotated[int, Field(ge=0, le=10_000, description="how many to leave out first")] = 0


class MapQuery(Shape):
    """The game of a map that is posted bare."""

    game: Annotated[str | None, Field(max_length=80, description="the game, where the body is the map alone")] = None
