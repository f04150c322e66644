"""Drawings as PNG, with a font that comes with the program: the same on every machine."""

import re
from functools import cache
from pathlib import Path

import font_source_sans_pro
import resvg_py
from markupsafe import escape

FAMILY = "Source Sans Pro"
FACES = ("Regular", "It", "Semibold", "Bold")
LARGEST_DRAWING = 2_000_000
NARROW, SLIM, BROAD = frozenset("iljI.,:;'’|!()[] "), frozenset("frt-/“”«»1"), frozenset("mwMW@%—…")
SET = re.compile(r"(--[\w-]+):\s*([^;}]+)[;}]")
USED = re.compile(r"var\((--[\w-]+)\)")
DARK = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


class TooLarge(ValueError):
    """A drawing that would take too long."""


def png(drawing: str, width: int, height: int) -> bytes:
    """The drawing as a picture of this size."""
    if len(drawing) > LARGEST_DRAWING:
        raise TooLarge("the drawing is too large for a picture")
    found = resvg_py.svg_to_bytes(
        svg_string=STYLE.sub(lambda style: plain_style(style.group()), drawing),
        width=width,
        height=height,
        skip_system_fonts=True,
        font_files=font_files(),
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    return bytes(found)


@cache
def font_files() -> list[str]:
    """The files of the faces that drawings use."""
    folder = Path(font_source_sans_pro.font_directory)
    return [str(folder / f"SourceSansPro-{face}.ttf") for face in FACES]


@cache
def plain_style(style: str) -> str:
    """A style sheet in its light colours, each variable replaced by its value: the renderer knows no variables."""
    light = DARK.sub("", style)
    values = dict(SET.findall(light))
    return USED.sub(lambda used: values.get(used.group(1), "none").strip(), light)


def width_of(text: str, size: float) -> float:
    """About how wide a text is; rather too wide than too narrow."""
    return size * sum(_share(letter) for letter in text)


def _share(letter: str) -> float:
    """The width of a letter as a share of the size of the text."""
    if letter in NARROW:
        return 0.28
    if letter in SLIM:
        return 0.38
    return 0.86 if letter in BROAD else 0.63 if letter.isupper() else 0.53


def wrapped(text: str, size: float, width: float, most: int) -> list[str]:
    """A text in lines that fit; where there are too many, the last one ends in an ellipsis."""
    found: list[str] = []
    for word in text.split():
        if found and width_of(f"{found[-1]} {word}", size) <= width:
            found[-1] += f" {word}"
        else:
            found.append(word)
    if len(found) <= most:
        return found
    return [*found[: most - 1], f"{found[most - 1].rstrip('.,;: ')} …"]


def lines(texts: list[str], x: float, y: float, size: float, attributes: str = "") -> str:
    """Lines of text below one another."""
    return "".join(
        f'<text x="{x}" y="{y + index * size * 1.28:.1f}" font-size="{size}" {attributes}>{escape(text)}</text>'
        for index, text in enumerate(texts)
    )
