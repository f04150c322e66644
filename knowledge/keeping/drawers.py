"""The drawers in which the user's things lie, and how they are made, read and changed in SQL of any database."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]
Key = Mapping[str, str]


@dataclass(frozen=True)
class Drawer:
    """One drawer: its columns with their types, those that name one thing in it, whether things stay as they came."""

    name: str
    columns: dict[str, str]
    key: tuple[str, ...]
    as_they_came: bool = False


TEXT, NUMBER = "text", "integer"
CONTENT = {"content": TEXT, "saved": TEXT}
DRAWERS = {
    drawer.name: drawer
    for drawer in (
        Drawer("maps", {"name": TEXT} | CONTENT, ("name",)),
        Drawer("tables", {"game": TEXT, "name": TEXT} | CONTENT, ("game", "name")),
        Drawer("copies", {"name": TEXT} | CONTENT, ("name",)),
        Drawer(
            "originals", {"game": TEXT, "name": TEXT, "line": NUMBER, "text": TEXT, "beside": TEXT}, ("game", "name"),
            as_they_came=True,
        ),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Dialect:
    """What databases write otherwise: what stands before a table's name, how a value is marked, how names are sorted.

    `came` is the column that counts rows as they come; `counts_by` makes it, where the database does not by itself.
    """

    prefix: str
    mark: str
    sorts: str
    came: str
    counts_by: str = ""

    def make(self, drawer: Drawer) -> str:
        columns = [f"{name} {kind}" for name, kind in drawer.columns.items()]
        counted = [f"{self.came} {self.counts_by}"] if drawer.as_they_came and self.counts_by else []
        parts = [*columns, *counted, f"primary key ({', '.join(drawer.key)})"]
        return f"create table if not exists {self.prefix}{drawer.name} ({', '.join(parts)})"

    def find(self, drawer: Drawer, key: Iterable[str]) -> str:
        order = self.came if drawer.as_they_came else f"name {self.sorts}"
        return f"select {', '.join(drawer.columns)} from {self.prefix}{drawer.name}{self._where(key)} order by {order}"

    def has(self, drawer: Drawer, key: Iterable[str]) -> str:
        return f"select 1 from {self.prefix}{drawer.name}{self._where(key)}"

    def add(self, drawer: Drawer) -> str:
        marks = ", ".join([self.mark] * len(drawer.columns))
        return f"insert into {self.prefix}{drawer.name} ({', '.join(drawer.columns)}) values ({marks})"

    def put(self, drawer: Drawer) -> str:
        told = ", ".join(f"{name} = excluded.{name}" for name in drawer.columns if name not in drawer.key)
        return f"{self.add(drawer)} on conflict ({', '.join(drawer.key)}) do update set {told}"

    def forget(self, drawer: Drawer, key: Iterable[str]) -> str:
        return f"delete from {self.prefix}{drawer.name}{self._where(key)}"

    def _where(self, key: Iterable[str]) -> str:
        told = " and ".join(f"{name} = {self.mark}" for name in key)
        return f" where {told}" if told else ""


@dataclass(frozen=True)
class Change:
    """One change to what is stored, made of as many steps as it takes: all of them are kept, or none."""

    cursor: Any
    dialect: Dialect

    def put(self, name: str, row: Row) -> bool:
        """Put a thing into a drawer, in place of the one that its key names; True when there was none."""
        drawer = DRAWERS[name]
        key = {part: row[part] for part in drawer.key}
        self.cursor.execute(self.dialect.has(drawer, key), tuple(key.values()))
        is_new = self.cursor.fetchone() is None
        self.cursor.execute(self.dialect.put(drawer), _values(drawer, row))
        return is_new

    def add(self, name: str, rows: Iterable[Row]) -> None:
        """Lay several things into a drawer where none of them is yet."""
        drawer = DRAWERS[name]
        self.cursor.executemany(self.dialect.add(drawer), [_values(drawer, row) for row in rows])

    def forget(self, name: str, key: Key) -> bool:
        """Take the things that a key names out of a drawer; whether there were any."""
        self.cursor.execute(self.dialect.forget(DRAWERS[name], key), tuple(key.values()))
        return bool(self.cursor.rowcount > 0)


def _values(drawer: Drawer, row: Row) -> tuple[Any, ...]:
    return tuple(row[column] for column in drawer.columns)


def as_rows(drawer: Drawer, found: Iterable[tuple[Any, ...]]) -> list[Row]:
    """What a database found, by the names of the columns."""
    return [dict(zip(drawer.columns, values, strict=True)) for values in found]
