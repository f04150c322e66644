"""What is English in a French text: sentences and labels that have a French counterpart, words that French has not."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

from conftest import ROOT

from server import labels, words, words_docs, words_table

# Words of which English sentences are made, and French ones are not.
ENGLISH = frozenset(
    "the of and with is are was were be been this that these those from may must can cannot not which when where who "
    "whom whose its their they them you your our we if than then there here for to into onto upon at has have does did "
    "it she but only each every any yes two three other others same said says nothing never nobody without between "
    "against after before next until because while both either neither such how why what out off all".split()
)
# What the games print in English on their counters, cards and covers, and a French player reads there.
PRINTED = (
    "Storm in the West", "They Shall Not Pass", "The Deadly Woods", "The Great War in Europe", "The Paris Gun",
    "The Zimmerman Telegram", "The Czar Takes Command", "The System", "The Brusilov Offensive", "The Tiger",
    "Army of Islam", "Lawrence of Arabia", "To Beirut", "Out of Supply",
)  # fmt: skip
RUN = 5
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")

# All that can be read on a page, what is folded unfolded first: texts, names for screen readers, hints, the head.
READ = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const told = [document.title];
  const head = ["name=description", "property='og:title'", "property='og:description'"];
  for (const name of head) told.push(document.querySelector(`meta[${name}]`)?.content ?? "");
  const skipped = "script, style, pre, code, textarea, .place, [lang]:not(html):not([lang=fr]), [hreflang]";
  const isRead = (node) => !node.closest(skipped) && (node.closest("option, title") ? true : node.checkVisibility());
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    if (node.parentElement && isRead(node.parentElement)) told.push(node.textContent);
  for (const node of document.body.querySelectorAll("[aria-label], [aria-description], [title], [placeholder], [alt]"))
    if (isRead(node))
      for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"])
        if (node.getAttribute(name)) told.push(node.getAttribute(name));
  return [...new Set(told.map((text) => text.replace(/\\s+/g, " ").trim()).filter(Boolean))];
}"""


def pairs(found: Any) -> Iterator[tuple[str, str]]:
    """Each text that is given in both languages, however deep."""
    if isinstance(found, dict):
        if isinstance(found.get("en"), str) and isinstance(found.get("fr"), str):
            yield found["en"], found["fr"]
        found = found.values()
    if isinstance(found, Iterable) and not isinstance(found, str):
        for each in found:
            yield from pairs(each)


def all_pairs() -> Iterator[tuple[str, str]]:
    """Each text of the pages and of the data that is given in both languages."""
    for module in (labels, words, words_docs, words_table):
        yield from pairs([value for name, value in vars(module).items() if name.isupper()])
    yield from words_docs.FRENCH.items()
    for path in sorted((ROOT / "data").rglob("*.toml")):
        yield from pairs(tomllib.loads(path.read_text(encoding="utf-8")))


class Leftovers:
    """Finds what of a French page is English."""

    def __init__(self, more: Iterable[tuple[str, str]] = ()) -> None:
        known = [*all_pairs(), *more]
        french = {plain(fr) for _, fr in known}
        self._labels = {plain(en) for en, _ in known} - french
        self._runs = runs(en for en, _ in known) - runs(fr for _, fr in known)

    def of(self, texts: Iterable[str], names: Iterable[str] = ()) -> list[tuple[str, str]]:
        """What is English, and where it stands; the names that someone gave to units are nobody's language."""
        given = re.compile("|".join(rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in [*names] or ["$^"]))
        return [(why, text) for text in texts if (why := self._why(given.sub(" ", text)))]

    def _why(self, text: str) -> str:
        if plain(text) in self._labels:
            return "has a French counterpart"
        if found := runs([text]) & self._runs:
            return f"repeats: {' '.join(min(found))}"
        strange = sorted({word for word in spoken(text) if word in ENGLISH})
        return f"not French: {', '.join(strange)}" if strange else ""


def plain(text: str) -> str:
    return " ".join(text.split()).strip(" .:;,").lower()


def runs(texts: Iterable[str]) -> set[tuple[str, ...]]:
    """Each run of five words; what stands in braces is filled in, so no run goes over it."""
    found = set()
    for part in (part for text in texts for part in re.split(r"\{\w*\}", text)):
        row = [word.lower() for word in WORD.findall(part)]
        found |= {tuple(row[place : place + RUN]) for place in range(len(row) - RUN + 1)}
    return found


def spoken(text: str) -> Iterator[str]:
    """The words of a text that are its own: what is quoted, printed on a counter or an abbreviation is not."""
    for printed in PRINTED:
        text = text.replace(printed, " ")
    for word in WORD.findall(re.sub(r"«[^»]*»|“[^”]*”", " ", text)):
        if not (len(word) > 1 and word.isupper()):
            yield word.lower()
