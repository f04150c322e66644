"""The table: the page on which a player sets up a position by clicks and asks the umpire."""

from typing import Any

from flask import Blueprint, request

from knowledge import desk, naming
from server.languages import reader_language
from server.pages import book_titles, page
from server.words import EFFECTS, SPOKEN, VERDICTS, Said
from server.words_table import TABLE

blueprint = Blueprint("table", __name__)
TABS = ("ask", "build", "situation", "keep")


@blueprint.get("/table")
def table() -> str:
    """A table of the first game, or of the example or position that the address holds."""
    game, _, _ = request.args.get("example", "").partition(":")
    return _page(game if game in desk.library().games else "sitw")


@blueprint.get("/games/<game>/table")
def table_of(game: str) -> str:
    """An empty table of one game."""
    desk.library().of(game)
    return _page(game)


def _page(game: str) -> str:
    lang = reader_language(request)
    told = {key: words[lang] for key, words in TABLE.items()}
    return page("table.html", game=game, books=book_titles(), told=told, words=words_in(lang), tabs=TABS)


def words_in(lang: str) -> dict[str, Any]:
    """All that the page may say, in one language."""
    kinds: dict[str, dict[str, Said]] = {
        "table": TABLE, "fields": naming.fields(), "effects": EFFECTS, "verdicts": VERDICTS, "spoken": SPOKEN,
        "values": naming.names(),
    }  # fmt: skip
    told = {kind: {key: said[lang] for key, said in words.items()} for kind, words in kinds.items()}
    return told | {"kinds": naming.KINDS}
