"""What the command line prints for a person of an answer to a question in words."""

from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING, Any

from click import style

from server.prose import WIDTH, number_of
from server.prose_rulings import COLOURS
from server.words import PAGE, VERDICTS

if TYPE_CHECKING:
    from knowledge.records import Language


def answer_lines(answer: dict[str, Any], lang: "Language") -> Iterator[str]:
    """The answer, what is still to be told, what was understood, what was near it, the cases."""
    if answer["verdict"]:
        yield style(VERDICTS[answer["verdict"]][lang], fg=COLOURS[answer["verdict"]], bold=True)
    yield fill(answer["answer"][lang], WIDTH)
    said = ", ".join(dict.fromkeys(word["said"] for word in answer["understood"]["words"]))
    if said:
        yield style(f"{PAGE['understood'][lang]} {said}", dim=True)
    yield from _near(answer["near"], lang)
    for cited in answer["cites"]:
        yield f"  {cited['id'].partition(':')[0]} {number_of(cited['id'])}  {cited['title'][lang]}"


def _near(several: list[dict[str, Any]], lang: "Language") -> Iterator[str]:
    if several:
        yield f"{PAGE['near'][lang]}:" if lang == "en" else f"{PAGE['near'][lang]} :"
    for each in several:
        yield fill(f"{each[lang]} {VERDICTS[each['verdict']][lang]} ({_numbers(each['cases'])})", WIDTH,
                   initial_indent="  ", subsequent_indent="    ")


def _numbers(cases: list[str]) -> str:
    return ", ".join(number_of(case) for case in cases)
