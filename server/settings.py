"""What can be set from outside: environment variables, read when they are needed."""

import os
from dataclasses import dataclass

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Setting:
    """One environment variable: its name, what it is when unset, what it does."""

    name: str
    default: str
    says: str


SETTINGS = (
    Setting("ARBITRE_HOME", "the platform's data folder", "folder of the knowledge base and of what the user stores"),
    Setting("ARBITRE_MAX_BODY", "4000000", "largest request body that the service takes, in bytes"),
    Setting("ARBITRE_CORS", "", "origins whose pages may call the service, separated by commas, or `*`"),
    Setting("ARBITRE_LOG", "info", "what the service writes on stderr: debug, info, warning, error or off"),
)
LOG_LEVELS = ("debug", "info", "warning", "error", "off")


class BadSetting(ValueError):
    """A setting that cannot be used; the message names it."""


def max_body() -> int:
    """The largest body taken, in bytes."""
    value = os.environ.get("ARBITRE_MAX_BODY", "") or str(4 * MEGABYTE)
    if not value.isdecimal() or int(value) < 1:
        raise BadSetting(f"ARBITRE_MAX_BODY: {value!r} is not a number of bytes, as in 4000000")
    return int(value)


def cors_origins() -> tuple[str, ...]:
    """The origins whose pages may call the service."""
    return tuple(filter(None, (each.strip() for each in os.environ.get("ARBITRE_CORS", "").split(","))))


def log_level() -> str:
    """How much is written on stderr."""
    value = os.environ.get("ARBITRE_LOG", "").lower() or "info"
    if value not in LOG_LEVELS:
        raise BadSetting(f"ARBITRE_LOG: unknown level {value!r}; there are: {', '.join(LOG_LEVELS)}")
    return value
