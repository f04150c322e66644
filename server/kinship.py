"""A case among what it excepts and what excepts it: who belongs to the family, and its drawing as an SVG.

The drawing is an outline that a telephone can hold: what is excepted stands above, the case in the middle, its
exceptions below it and further right, each with an arrow to what it excepts. Every box is a link.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import wrap

from markupsafe import Markup, escape

from knowledge.library import Library
from knowledge.records import Case, Language

Link = Callable[[Case], str]

# How far the family is followed: upwards while each excepts one other, downwards to exceptions of exceptions.
HIGHEST, LOWEST = 3, 2
GUTTER, INDENT, WIDTH, GAP, LINE, PADDING = 16, 22, 224, 16, 16, 7
A_LINE = 34


@dataclass(frozen=True)
class Bond:
    """One case is an exception to another, perhaps in a scenario only."""

    exception: str
    base: str
    is_of_a_scenario: bool


@dataclass(frozen=True)
class Member:
    """A case of the family in its place: how far it stands to the right, where it begins, what it says."""

    case: Case
    depth: int
    top: int
    lines: tuple[str, ...]

    @property
    def left(self) -> int:
        return GUTTER + INDENT * self.depth

    @property
    def height(self) -> int:
        return LINE * len(self.lines) + 2 * PADDING

    @property
    def bottom(self) -> int:
        return self.top + self.height

    @property
    def middle(self) -> int:
        return self.top + self.height // 2


def bonds_of(library: Library, case: Case) -> Iterator[Bond]:
    """What the case excepts, and what excepts it."""
    for each in library.references(case):
        kind, other, is_to = each["type"], each["id"], each["direction"] == "to"
        if kind == "exception-to":
            yield Bond(case.id, other, False) if is_to else Bond(other, case.id, False)
        elif kind == "overridden-in-scenario":
            yield Bond(other, case.id, True) if is_to else Bond(case.id, other, True)


def drawing(library: Library, case: Case, lang: Language, link: Link, label: str) -> Markup | None:
    """The family of a case as an SVG; None where it is alone."""
    family = _Family(library, case, lang)
    return family.drawn(link, label) if family.bonds else None


class _Family:
    """The members of a family in their places, and the bonds between them."""

    def __init__(self, library: Library, case: Case, lang: Language) -> None:
        self.library, self.case, self.lang = library, case, lang
        self.bonds: dict[Bond, None] = {}
        self.members: dict[str, Member] = {}
        above = self._above()
        for each in above:
            self._place(each, 0)
        self._place(case, 0)
        self._place_exceptions(case, 1)

    def _above(self) -> list[Case]:
        """What the case excepts, the furthest first; followed further while it is one case alone."""
        found: list[Case] = []
        lowest = [self.case]
        while len(lowest) == 1 and len(found) < HIGHEST:
            upwards = [bond for bond in bonds_of(self.library, lowest[0]) if bond.exception == lowest[0].id]
            bases = [self.library[bond.base] for bond in upwards]
            if any(base in (*found, self.case) for base in bases) or (found and len(bases) > 1):
                break
            self.bonds.update(dict.fromkeys(upwards))
            found, lowest = bases + found, bases
        return found

    def _place_exceptions(self, base: Case, depth: int) -> None:
        for bond in bonds_of(self.library, base):
            if bond.base != base.id or bond.exception in self.members:
                continue
            self.bonds[bond] = None
            exception = self.library[bond.exception]
            self._place(exception, depth)
            if depth < LOWEST:
                self._place_exceptions(exception, depth + 1)

    def _place(self, case: Case, depth: int) -> None:
        last = next(reversed(self.members.values()), None)
        title = f"{case.number}\u00a0{getattr(case.title, self.lang)}"
        lines = tuple(wrap(title, A_LINE, max_lines=2, placeholder="…", break_long_words=False))
        self.members[case.id] = Member(case, depth, last.bottom + GAP if last else 1, lines)

    # As a drawing

    def drawn(self, link: Link, label: str) -> Markup:
        wide = GUTTER + WIDTH + INDENT * max(member.depth for member in self.members.values()) + 1
        high = next(reversed(self.members.values())).bottom + 1
        arrow = (
            '<defs><marker id="kin-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            'orient="auto"><path class="kin-head" d="M0 0 8 4 0 8z"/></marker></defs>'
        )
        lines = "".join(self._line(bond) for bond in self.bonds)
        boxes = "".join(self._box(member, link) for member in self.members.values())
        return Markup(
            f'<svg class="kin" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="group" '
            f'aria-label="{escape(label)}">{arrow}{lines}{boxes}</svg>'
        )

    def _line(self, bond: Bond) -> str:
        """An arrow from the exception to what it excepts: straight up, or round the boxes between them."""
        exception, base = self.members[bond.exception], self.members[bond.base]
        if exception.depth > base.depth:
            way = f"M{exception.left} {exception.middle}H{base.left + 10}V{base.bottom + 1}"
        elif exception.top - base.bottom == GAP and self._bases(bond.exception) == 1:
            way = f"M{exception.left + 30} {exception.top}V{base.bottom + 1}"
        else:
            way = f"M{exception.left} {exception.middle}H4V{base.middle}H{base.left - 1}"
        kind = "kin-line kin-scenario" if bond.is_of_a_scenario else "kin-line"
        return f'<path class="{kind}" marker-end="url(#kin-arrow)" d="{way}"/>'

    def _bases(self, exception: str) -> int:
        return sum(bond.exception == exception for bond in self.bonds)

    def _box(self, member: Member, link: Link) -> str:
        number, _, rest = member.lines[0].partition("\u00a0")
        x = member.left + 9
        words = [f'<tspan class="number">{escape(number)}</tspan> {escape(rest)}', *map(escape, member.lines[1:])]
        told = " ".join(
            f'<tspan x="{x}" y="{member.top + PADDING + 12 + LINE * place}">{line}</tspan>'
            for place, line in enumerate(words)
        )
        rect = f'<rect x="{member.left}" y="{member.top}" width="{WIDTH}" height="{member.height}" rx="3"/>'
        here = ' aria-current="page"' if member.case.id == self.case.id else ""
        return f'<a href="{escape(link(member.case))}"{here}>{rect}<text>{told}</text></a>'
