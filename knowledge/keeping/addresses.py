"""The address of a database: read, and told again without its secrets."""

import re
from dataclasses import dataclass, field
from typing import Any

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from knowledge.keeping.faults import BadAddress

NAME = "ARBITRE_DATABASE_URL"
SCHEMES = ("postgresql://", "postgres://")
EXAMPLE = "as in postgresql://arbitre:secret@db.example:5432/arbitre"
HOST = re.compile(r"[\w.:%/,-]*")
PORT = re.compile(r"[\d,]*")
PATIENCE = {
    "connect_timeout": 3, "tcp_user_timeout": 5_000, "keepalives_idle": 10, "keepalives_interval": 3,
    "keepalives_count": 3, "application_name": "arbitre",
}  # fmt: skip
"""How soon a server that is gone is given up, unless the address says otherwise."""


@dataclass(frozen=True)
class Address:
    """A database: where it is, in words, and what a connection to it takes."""

    place: str
    options: dict[str, Any] = field(repr=False)

    def without_secrets(self, text: str) -> str:
        """A message with nothing in it that nobody should read."""
        for name in ("password", "sslpassword"):
            if self.options.get(name):
                text = text.replace(self.options[name], "…")
        return " ".join(text.split())


def read_address(url: str) -> Address:
    """The address, or BadAddress: what is wrong is told without quoting it, since any part may be the password."""
    if not url.startswith(SCHEMES):
        raise BadAddress(f"{NAME}: this is no address of a PostgreSQL database, {EXAMPLE}")
    options = _options(url)
    host, port, base = (str(options.get(name) or "") for name in ("host", "port", "dbname"))
    if not (HOST.fullmatch(host) and PORT.fullmatch(port)) or "@" in base:
        raise BadAddress(f"{NAME}: {UNREAD}")
    user = f"{options['user']}@" if options.get("user") else ""
    return Address(f"postgresql://{user}{host}{f':{port}' if port else ''}/{base}", PATIENCE | options)


UNREAD = f"the address cannot be read, {EXAMPLE}; in a password, @ is written %40, / %2F, : %3A, % %25"


def _options(url: str) -> dict[str, Any]:
    try:
        return conninfo_to_dict(url)
    except ProgrammingError:
        raise BadAddress(f"{NAME}: {UNREAD}") from None
