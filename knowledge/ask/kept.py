"""What the build has worked out of the situations in words, so that the first question need not wait for it."""

import json
from functools import lru_cache
from typing import Any

from knowledge.base import asked_in, where_whole

POSED = "posed"
"""The part of what is kept that is the same in all languages: the situations themselves."""


@lru_cache(maxsize=32)
def kept(game: str, part: str) -> Any:
    """The situations of a game, or their words in a language, as the build keeps them; None where it is not current."""
    found = where_whole(asked_in, game, part)
    return json.loads(found) if found else None
