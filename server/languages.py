"""Which language a person reads."""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Request

    from knowledge.records import Language


def reader_language(request: "Request") -> "Language":
    """What the address asks for, else what the browser prefers, else English."""
    asked = request.args.get("lang", "")
    return known_language(asked) or known_language(request.accept_languages.best_match(("en", "fr")) or "") or "en"


def terminal_language() -> "Language":
    """What the terminal's settings say, else English."""
    chosen = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return known_language(chosen[:2].lower()) or "en"


def known_language(word: str) -> "Language | None":
    """The language of this code, if we speak it."""
    return "fr" if word == "fr" else "en" if word == "en" else None
