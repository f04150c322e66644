"""What the command line prints for a person of an answer to a question in words."""

from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING, Any

from click import style

from server.prose import COLOURS, WIDTH, number_of
from server.words import PAGE, VERDICTS

if TYPE_CHECKING:
    from knowledge.records import Language


def answer_lines(answer: dict[str, Any], lang: "Language") -> Iterator[str]:
    """The answer, what is still to be told, what was understood, the cases."""
    if answer["verdict"]:
        yield style(VERDICTS[answer["verdict"]][lang], fg=COLOURS[answer["verdict"]], bold=True)
    yield fill(answer["answer"][lang], WIDTH)
    said = ", ".join(dict.fromkeys(word["said"] for word in answer["understood"]["words"]))
    if said:
        yield style(f"{PAGE['understood'][lang]} {said}", dim=True)
    for cited in answer["cites"]:
        yield f"  {cited['id'].partition(':')[0]} {number_of(cited['id'])}  {cited['title'][lang]}"
