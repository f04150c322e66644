"""What is done before a verb: what is damaged is mended, what is not current is built, and either is said."""

from typing import TYPE_CHECKING

import click

from server.progress import Bars
from server.verbs import spoken
from server.words import MENDED, NOTHING_RESCUED, STATES

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


def ready(*, thorough: bool = False) -> "Report | None":
    """Build the knowledge base unless it is current, with a bar on a terminal; what was wrong with it is said."""
    from knowledge import aside, store

    if aside.tidy(store.home()):
        _say("interrupted")
    state = store.state(thorough=thorough)
    if state == "current":
        return None
    if state in STATES:
        _say(state)
    with Bars() as bars:
        return store.build(bars) if state == "damaged" else store.ensure(bars)


def _say(state: str) -> None:
    click.echo(f"arbitre: {STATES[state][spoken(None)]}", err=True)
