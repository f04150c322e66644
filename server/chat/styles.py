"""How each host writes a card: its signs for bold and links, what it must not take for a sign, how much it takes.

No text that is written here can call anyone: a sign that would is told apart from what follows it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import quote

from server.chat.cards import BOLD, PLAIN, Card, Line
from server.words import CHAT

APART = "\u200b"
"""A space of no width: after an @ it keeps a name from being called."""
MARKDOWN_SIGNS = re.compile(r"([\\*_~`|>\[\]<#])")
LONGEST_TAIL = 200
"""A link that is longer, to a whole table, is not given again where a text is folded: the title has it."""
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


@dataclass(frozen=True)
class Style:
    """The ways of one host."""

    escape: Callable[[str], str]
    bold: str
    link: Callable[[str, str], str]
    limit: int

    def text(self, text: str) -> str:
        """A text that is nothing but text, save for what we set in bold."""
        calm = self.escape(text).replace("@", f"@{APART}")
        return calm.replace(BOLD, self.bold).replace(PLAIN, self.bold)

    def strong(self, text: str) -> str:
        return self.text(f"{BOLD}{text}{PLAIN}") if text else ""

    def line(self, line: Line) -> str:
        head = self.link(self.text(line.head), line.link) if line.link else self.strong(line.head)
        space = " " if head and line.text and not line.link else ""
        return f"{head}{space}{self.text(line.text)}"

    def body(self, card: Card, limit: int | None = None) -> str:
        """What a card says under its title, folded where it is too long."""
        lines = [line for place, part in enumerate(card.parts) for line in self._part(place, part.title, part.lines)]
        return self._folded(lines, self.limit if limit is None else limit, self._tail(card))

    def _tail(self, card: Card) -> str:
        """What stands where the rest of a card is left out."""
        if not card.link or len(card.link) > LONGEST_TAIL:
            return "…"
        return f"… {self.link(CHAT['rest'][card.lang], card.link)}"

    def _part(self, place: int, title: str, lines: tuple[Line, ...]) -> list[Line]:
        apart = [Line("")] if place and lines else []
        return [*apart, *([Line("", title)] if title else []), *lines]

    def _folded(self, lines: list[Line], room: int, tail: str) -> str:
        shown = [self.line(line) for line in lines]
        if len("\n".join(shown)) <= room:
            return "\n".join(shown)
        left, kept = room - len(tail), []
        for line, text in zip(lines, shown, strict=True):
            if len(text) >= left:
                kept += self._cut(line, left - 1)
                break
            kept.append(text)
            left -= len(text) + 1
        return "\n".join([*kept, tail])

    def _cut(self, line: Line, room: int) -> list[str]:
        """As many words of a line as there is room for; no line where there is room for none."""
        words = line.text.split(" ")
        fits = 0
        for step in reversed([1 << power for power in range(len(words).bit_length())]):
            if fits + step <= len(words) and len(self._first(line, words, fits + step)) <= room:
                fits += step
        return [self._first(line, words, fits)] if fits else []

    def _first(self, line: Line, words: list[str], count: int) -> str:
        text = " ".join(words[:count])
        return self.line(replace(line, text=text + PLAIN * (text.count(BOLD) - text.count(PLAIN))))


def shortened(text: str, longest: int) -> str:
    """A text on one line, cut where it is too long, and never empty: no host takes an empty title."""
    plain = " ".join(text.split()) or "…"
    return plain if len(plain) <= longest else f"{plain[: longest - 2]} …"


def _markdown_text(text: str) -> str:
    return MARKDOWN_SIGNS.sub(r"\\\1", text)


def _slack_text(text: str) -> str:
    return "".join(ENTITIES.get(sign, sign) for sign in text)


def calm_address(link: str) -> str:
    """An address in which no host sees a sign."""
    return quote(link, safe="%:/?#&=.,;+-_~!$'")


def _slack_link(text: str, link: str) -> str:
    return f"<{_slack_text(calm_address(link))}|{text.replace('|', '/')}>"


def _markdown_link(text: str, link: str) -> str:
    return f"[{text}]({calm_address(link)})"


# The limits are those of the hosts, with room to spare for a title: Discord's embeds take 4096 signs, Slack advises
# 4000 for a text, Mattermost takes 16383.
DISCORD = Style(_markdown_text, "**", _markdown_link, 4096)
SLACK = Style(_slack_text, "*", _slack_link, 3500)
MATTERMOST = Style(_markdown_text, "**", _markdown_link, 8000)
