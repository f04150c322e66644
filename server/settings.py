"""What can be set from outside: environment variables, read when they are needed."""

import os
import re
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Literal

MEGABYTE = 1_000_000
Proxies = tuple[IPv4Network | IPv6Network | Literal["unix"], ...]


@dataclass(frozen=True)
class Setting:
    """One environment variable: its name, what it is when unset, what it does."""

    name: str
    default: str
    says: str


SETTINGS = (
    Setting("ARBITRE_HOME", "the platform's data folder", "folder of the knowledge base and of what the user stores"),
    Setting(
        "ARBITRE_DATABASE_URL", "a file under `ARBITRE_HOME`",
        "PostgreSQL database for what the user stores, as in `postgresql://arbitre:secret@db.example/arbitre`",
    ),
    Setting("ARBITRE_MAX_BODY", "4000000", "largest request body that the service takes, in bytes"),
    Setting("ARBITRE_CORS", "", "origins whose pages may call the service, separated by commas, or `*`"),
    Setting("ARBITRE_PUBLIC", "as `--host` says", "`yes` where others than this machine can reach the service"),
    Setting("ARBITRE_TOKEN", "", "what a caller sends (`Authorization: Bearer …`) to store or forget a map"),
    Setting("ARBITRE_RATE", "600 where public, else 0", "requests a minute from one address, 0 for any number"),
    Setting("ARBITRE_PROXIES", "", "addresses or networks of your balancers, by commas, believed on who calls"),
    Setting("ARBITRE_LOG", "info", "what the service writes on stderr: debug, info, warning, error or off"),
    Setting("ARBITRE_PUBLIC_URL", "the address that was called", "where players reach the service, for links in chats"),
    Setting("ARBITRE_DISCORD_PUBLIC_KEY", "", "public key of the Discord application; turns `/discord` on"),
    Setting("ARBITRE_DISCORD_APPLICATION", "", "id of the Discord application, to register its commands"),
    Setting("ARBITRE_DISCORD_TOKEN", "", "bot token of the Discord application, to register its commands"),
    Setting("ARBITRE_DISCORD_API", "", "address of version 10 of Discord's API, to register commands"),
    Setting("ARBITRE_SLACK_SIGNING_SECRET", "", "signing secret of the Slack app; turns `/slack` on"),
    Setting("ARBITRE_MATTERMOST_TOKEN", "", "tokens of the Mattermost commands, by commas; turns `/mattermost` on"),
)
PUBLIC_RATE = 600
LOG_LEVELS = ("debug", "info", "warning", "error", "off")


@dataclass(frozen=True)
class Guard:
    """How far the service is open: beyond this machine or not, the token that writing takes, requests a minute.

    Where balancers stand before it, `proxies` names those that are believed on who calls.
    """

    is_public: bool = False
    token: str = field(default="", repr=False)
    rate: int = 0
    proxies: Proxies = ()


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
    return _several("ARBITRE_CORS")


def _several(name: str) -> tuple[str, ...]:
    return tuple(filter(None, (each.strip() for each in os.environ.get(name, "").split(","))))


def guarded(is_public: bool = False) -> Guard:
    """How far the service is open: as it is told, or as it was started."""
    public = is_public or _is_yes("ARBITRE_PUBLIC")
    return Guard(public, os.environ.get("ARBITRE_TOKEN", "").strip(), _rate(PUBLIC_RATE if public else 0), _proxies())


def _is_yes(name: str) -> bool:
    value = os.environ.get(name, "").strip().lower()
    if value not in ("", "yes", "no"):
        raise BadSetting(f"{name}: {value!r} is neither yes nor no")
    return value == "yes"


def _rate(unset: int) -> int:
    value = os.environ.get("ARBITRE_RATE", "").strip() or str(unset)
    if not value.isdecimal():
        raise BadSetting(f"ARBITRE_RATE: {value!r} is not a number of requests, as in 600")
    return int(value)


def _proxies() -> Proxies:
    return tuple(_proxy(each) for each in _several("ARBITRE_PROXIES"))


def _proxy(told: str) -> IPv4Network | IPv6Network | Literal["unix"]:
    if told == "unix":
        return "unix"
    try:
        return ip_network(told, strict=False)
    except ValueError:
        says = f"{told!r} is no address or network, as in 10.0.0.5 or 10.0.0.0/24, nor the word unix"
        raise BadSetting(f"ARBITRE_PROXIES: {says}") from None


def log_level() -> str:
    """How much is written on stderr."""
    value = os.environ.get("ARBITRE_LOG", "").lower() or "info"
    if value not in LOG_LEVELS:
        raise BadSetting(f"ARBITRE_LOG: unknown level {value!r}; there are: {', '.join(LOG_LEVELS)}")
    return value


def public_url() -> str | None:
    """Where players reach the service, without a slash at the end; None where that is not told."""
    value = os.environ.get("ARBITRE_PUBLIC_URL", "").strip().rstrip("/")
    if value and not value.startswith(("http://", "https://")):
        raise BadSetting(f"ARBITRE_PUBLIC_URL: {value!r} is no address, as in https://arbitre.example")
    return value or None


# Secrets: a message about one never holds its value.


def discord_public_key() -> bytes | None:
    """The key with which Discord's requests are verified."""
    value = os.environ.get("ARBITRE_DISCORD_PUBLIC_KEY", "").strip()
    if value and not re.fullmatch(r"[0-9a-fA-F]{64}", value):
        raise BadSetting("ARBITRE_DISCORD_PUBLIC_KEY: a public key has 64 hexadecimal digits")
    return bytes.fromhex(value) or None


def slack_signing_secret() -> bytes | None:
    """The secret with which Slack signs its requests."""
    return os.environ.get("ARBITRE_SLACK_SIGNING_SECRET", "").strip().encode() or None


def mattermost_tokens() -> tuple[bytes, ...]:
    """The tokens that Mattermost sends; each of its commands has one of its own."""
    return tuple(token.encode() for token in _several("ARBITRE_MATTERMOST_TOKEN"))


def discord_token() -> str | None:
    """The token with which commands are registered; taken from nowhere else, so that no list of processes shows it."""
    return os.environ.get("ARBITRE_DISCORD_TOKEN", "").strip() or None
