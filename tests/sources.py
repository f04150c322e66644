"""The five rulebooks as they were read, where they are on this machine: their lines, and whose lines they are."""

import csv
from functools import cache

import pytest
from conftest import ROOT

SHARED = ROOT.parent / "shared"
FILES = {
    "sitw": "000_6e8af572103d50ed.txt",
    "tdw": "001_cdc32a7ec38e02d9.txt",
    "tsnp": "002_7e2e44a245e34f4f.txt",
    "marne": "003_633434db0e12ba88.txt",
    "tgwe": "004_f8a66aa07b649b20.txt",
}
PATHS = {game: SHARED / "seeds" / name for game, name in FILES.items()}
needs_sources = pytest.mark.skipif(not (SHARED / "seeds").is_dir(), reason="the rulebooks are not on this machine")


@cache
def inventory(game: str) -> tuple[dict[str, str], ...]:
    """The cases of a source, each with its lines."""
    with (SHARED / "inventory" / f"{game}.csv").open(encoding="utf-8", newline="") as lines:
        return tuple(csv.DictReader(lines))


def number_of(row: dict[str, str]) -> str:
    """The number of a row of an inventory, as our records have it."""
    return row["number"] + ("b" if row["occurrence"] == "2" else "")
