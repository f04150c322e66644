"""The numbers of a ruling in words, for a terminal and for chats: each with its name, and chances as small charts."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from click import style

from server.prose import colon, number_of
from server.words import SPOKEN

if TYPE_CHECKING:
    from knowledge.records import Language

BAR = 24
Json = dict[str, Any]
Path = tuple[str, ...]


def decimal(value: float, lang: "Language", places: int = 2) -> str:
    told = f"{value:.{places}f}"
    return told.replace(".", ",") if lang == "fr" else told


def value_lines(values: Json, lang: "Language", game: str) -> Iterator[str]:
    """The numbers of a ruling; those that cannot be told yet in one line, with the facts they wait for."""
    waiting = [name for name, value in values.items() if isinstance(value, dict) and set(value) == {"missing"}]
    for name, value in values.items():
        if name not in waiting:
            yield from Told(game, lang).lines((name,), value)
    if waiting:
        facts = dict.fromkeys(fact for name in waiting for fact in values[name]["missing"])
        names = ", ".join(Told(game, lang).name((name,)) for name in waiting)
        yield f"{names}{colon(lang)} ? ({', '.join(facts)})"


class Told:
    """The values of one game's rulings, told in one language."""

    def __init__(self, game: str, lang: "Language") -> None:
        from knowledge.naming import named

        self.game, self.lang, self._named = game, lang, named

    def name(self, path: Path) -> str:
        """What the last name of a path is called."""
        return self._named(self.game, path, self.lang)

    def names(self, path: Path) -> str:
        """Every name that leads to a number."""
        return ", ".join(self.name(path[: place + 1]) for place in range(len(path)))

    def lines(self, path: Path, value: Any) -> Iterator[str]:
        """A value in one line; one that holds chances or means part by part, its chances left to the chart."""
        if isinstance(value, dict) and isinstance(value.get("exact"), str):
            told = f"{value['exact']} ≈ {decimal(value['number'], self.lang)}"
        elif _holds(value, "chances", "exact") and "exact" not in value:
            for name in (name for name in value if name not in ("chances", "probabilities")):
                if not _is_joint(value[name]):
                    yield from self.lines((*path, name), value[name])
            return
        else:
            told = self.plain(path, value)
        yield f"{self.names(path)}{colon(self.lang)} {told}"

    def plain(self, path: Path, value: Any) -> str:
        """A value in few words: a sum with its parts, several things one after the other."""
        if isinstance(value, dict):
            return self._sum(path, value) if "total" in value else self._several(path, value)
        if isinstance(value, list):
            return ", ".join(self.plain(path, each) for each in value) or SPOKEN["none"][self.lang]
        return self._one(path, value)

    def _one(self, path: Path, value: Any) -> str:
        if value is None:
            return "?"
        if isinstance(value, bool):
            return SPOKEN["yes" if value else "no"][self.lang]
        return self.name((*path, value)) if isinstance(value, str) else str(value)

    def _sum(self, path: Path, value: Json) -> str:
        parts = [part for part in value.get("parts") or () if "case" in part]
        told = ", ".join(
            f"{number_of(part['case'])}{colon(self.lang)} {part.get('amount', part.get('cost'))}" for part in parts
        )
        limit = f" / {value['allowance']}" if value.get("allowance") is not None else ""
        rest = {name: each for name, each in value.items() if name not in SHOWN and each is not None}
        total = f"{self.plain(path, value['total'])}{limit}" + (f" ({told})" if told else "")
        return f"{total}, {self._several(path, rest)}" if rest else total

    def _several(self, path: Path, value: Json) -> str:
        if "between" in value:
            return "–".join(self.plain(path, each) for each in value["between"])
        return ", ".join(self._part(path, name, each) for name, each in value.items()) or SPOKEN["none"][self.lang]

    def _part(self, path: Path, name: str, value: Any) -> str:
        within = (*path, name)
        told = ", ".join(value) if name == "missing" and value else self.plain(within, value)
        has_parts = isinstance(value, dict) and "between" not in value
        return f"{self.name(within)}{colon(self.lang)} " + (f"({told})" if has_parts else told)


SHOWN = ("total", "parts", "allowance", "allowance_parts", "steps", "missing")


def _holds(value: Any, *names: str) -> bool:
    """Whether a value, or one within it, has one of these names."""
    return isinstance(value, dict) and (
        any(name in value for name in names) or any(_holds(each, *names) for each in value.values())
    )


def _is_joint(value: Any) -> bool:
    """Whether a value lists chances one by one: those are for programs."""
    return isinstance(value, list) and any(isinstance(each, dict) and "chance" in each for each in value)


# Charts


def chart_lines(values: Json, lang: "Language", game: str) -> Iterator[str]:
    """Every distribution of a ruling as a small chart: a bar, the exact chance, and how much that is in a hundred."""
    found = [(path, chances) for path, chances in distributions(values) if len(chances) > 1]
    if found:
        yield ""
        yield style(SPOKEN["chances"][lang], bold=True)
    told = Told(game, lang)
    for path, chances in found:
        yield f"  {told.names(path)}"
        yield from _bars({told.name((*path, "chances", name)): chance for name, chance in chances.items()}, lang)


def distributions(value: Any, path: Path = ()) -> Iterator[tuple[Path, dict[str, str]]]:
    """The distributions within a value, each with the names that lead to it."""
    if not isinstance(value, dict):
        return
    chances = value.get("chances")
    if isinstance(chances, dict) and all(isinstance(chance, str) for chance in chances.values()):
        yield path, chances
    for name, each in value.items():
        yield from distributions(each, (*path, name))


def _bars(chances: dict[str, str], lang: "Language") -> Iterator[str]:
    shares = {name: (chance, Fraction(chance)) for name, chance in chances.items()}
    width = max(map(len, shares))
    most = max(share for _, share in shares.values())
    long = max(len(chance) for chance, _ in shares.values())
    for name, (chance, share) in shares.items():
        bar = "█" * max(1, round(BAR * share / most)) if share else ""
        yield f"    {name:>{width}}  {bar:<{BAR}}  {chance:>{long}}  {decimal(float(share * 100), lang, 1):>5} %"
