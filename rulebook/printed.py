"""What is printed with a game, read once from `data/`: its words, its tables, its named hexes."""

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import Any


def data_folder() -> Path:
    """The folder of the games' data: inside the installed package, else beside it in a checkout."""
    inside = Path(__file__).parent / "data"
    return inside if inside.is_dir() else Path(__file__).parents[1] / "data"


@cache
def book(game: str) -> dict[str, Any]:
    """The game's `book.toml`: title, sides, grid, vocabulary."""
    return read_toml(data_folder() / game / "book.toml")


@cache
def named_hexes(game: str) -> dict[str, Any]:
    """The hexes that the rulebook names, each with what it states about them."""
    path = data_folder() / game / "hexes.toml"
    return read_toml(path) if path.exists() else {}


@cache
def table(game: str, name: str) -> tuple[dict[str, str], ...]:
    """The rows of one printed table, `data/<game>/tables/<name>.csv`."""
    path = data_folder() / game / "tables" / f"{name}.csv"
    with path.open(encoding="utf-8", newline="") as lines:
        return tuple(csv.DictReader(line for line in lines if not line.startswith("#")))


def read_toml(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)
