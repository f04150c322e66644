"""What is done before a verb: what is damaged is mended, what is not current is built, and either is said."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from server.progress import Bars
from server.verbs import spoken
from server.words import MENDED, NOTHING_RESCUED, OUT_OF_REACH, STATES, STORED

if TYPE_CHECKING:
    from knowledge.keeping import Mended
    from knowledge.records import Language
    from knowledge.store import Report


def mend() -> None:
    """Keep what the user stored where it is damaged, and say what became of it."""
    from knowledge import keeping

    mended = keeping.mend()
    if mended:
        click.echo(f"arbitre: {mended_line(mended, spoken(None))}", err=True)


def mended_line(mended: "Mended", lang: "Language") -> str:
    """What became of a damaged file."""
    told = ", ".join(f"{count} {table}" for table, count in mended.rescued.items() if count)
    return MENDED[lang].format(kept=mended.kept, rescued=told or NOTHING_RESCUED[lang])


def storage_lines(lang: "Language") -> Iterator[str]:
    """Where what users store is kept, and whether that can be reached."""
    from knowledge import keeping

    yield STORED[lang].format(place=keeping.keeper().place)
    try:
        keeping.state()
    except keeping.NotKept as fault:
        yield OUT_OF_REACH[lang].format(why=fault.why or fault)


def storage_as_json() -> dict[str, Any]:
    """The same, for a program."""
    from knowledge import keeping

    return {"kind": keeping.keeper().kind, "place": keeping.keeper().place, "ready": keeping.is_ready()}


def ready(*, thorough: bool = False) -> "Report | None":
    """Build the knowledge base unless it is current, with a bar on a terminal; what was wrong with it is said."""
    from knowledge import aside, store
    from knowledge.processes import cores

    if aside.tidy(store.home()):
        _say("interrupted")
    state = store.state(thorough=thorough)
    if state == "current":
        return None
    if state in STATES:
        _say(state)
    with Bars() as bars:
        make = store.build if state == "damaged" else store.ensure
        return make(bars, jobs=cores())


def _say(state: str) -> None:
    click.echo(f"arbitre: {STATES[state][spoken(None)]}", err=True)
