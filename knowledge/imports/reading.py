"""The user's file, read into lines: plain text, Markdown, or the text layer of a PDF."""

import codecs
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

MOST_BYTES, MOST_TEXT = 200_000_000, 4_000_000
PAGE_MARK = re.compile(r"<\|.*?\|>|\f")
TAG = re.compile(r"</?[a-zA-Z][^<>]{0,40}>")
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
MOST_CONTROL = 0.01
PAGE_NUMBER = re.compile(r"^\s*(?:page\s+)?[–-]?\s*(\d{1,3})\s*[–-]?\s*$", re.IGNORECASE)
FEWEST_PAGES = 3
MARKDOWN = (".md", ".markdown", ".mdown")
HEADING = re.compile(r"^\s{0,3}#{1,6}\s+")
EMPHASIS = re.compile(r"(\*{1,3}|__)(?=\S)(.+?)\1")
ESCAPED = re.compile(r"\\(?=[^\w\s])")
BYTE_ORDER = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}

Pages = Callable[[int, int], None]


class BadCopy(ValueError):
    """A file that is no copy of the rules; the message says why and what to do."""


def read_lines(path: Path, tell: Pages = lambda done, total: None) -> tuple[str, ...]:
    """The lines of the file, numbered as in it; page marks are no text."""
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise BadCopy(f"{path.name} is too large: {size} bytes, and the limit is {MOST_BYTES}")
    raw = path.read_bytes()
    text = _of_pdf(path, tell) if raw[:1024].lstrip()[:5] == b"%PDF-" else _decoded(path.name, raw)
    if len(text) > MOST_TEXT:
        raise BadCopy(f"{path.name} is too long: {len(text)} signs, and the limit is {MOST_TEXT}")
    lines = tuple(_plain(line, path.suffix.lower() in MARKDOWN) for line in re.split(r"\r\n?|\n", text))
    if not any(lines):
        raise BadCopy(f"{path.name} is empty")
    return _without_page_numbers(lines)


def _decoded(name: str, raw: bytes) -> str:
    """The text of the bytes: UTF-8, or else the old Western code page."""
    encodings = next(((each,) for mark, each in BYTE_ORDER.items() if raw.startswith(mark)), ("utf-8", "cp1252"))
    for encoding in encodings:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if len(CONTROL.findall(text)) <= MOST_CONTROL * len(text):
            return text
    raise BadCopy(f"{name} is no text: give the rules as text, Markdown, or a PDF with a text layer")


def _plain(line: str, is_markdown: bool) -> str:
    """A line without page marks, tags and the signs of Markdown."""
    bare = TAG.sub("", PAGE_MARK.sub("", line)).replace("\u00a0", " ").replace("\u202f", " ")
    if is_markdown:
        bare = ESCAPED.sub("", EMPHASIS.sub(r"\2", HEADING.sub("", bare)))
    return bare.rstrip()


def _without_page_numbers(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines, those blank that hold a number alone where such numbers only grow through the file."""
    alone = {row: int(found[1]) for row, line in enumerate(lines) if (found := PAGE_NUMBER.match(line))}
    pages = list(alone.values())
    if len(pages) < FEWEST_PAGES or any(after <= before for before, after in pairwise(pages)):
        return lines
    return tuple("" if row in alone else line for row, line in enumerate(lines))


def _of_pdf(path: Path, tell: Pages) -> str:
    import pypdf as pypdf  # a missing library is no fault of the file

    try:
        text = "\n".join(_pages(path, tell))
    except Exception as error:  # a damaged file may fail anywhere in the library, and the fault is the file's
        raise BadCopy(f"{path.name} cannot be read as a PDF: {error}") from None
    if not text.strip():
        raise BadCopy(f"{path.name} holds pictures of pages and no text: have a program recognise the text first")
    return text


def _pages(path: Path, tell: Pages) -> Iterator[str]:
    import logging

    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    reader = PdfReader(path)
    if reader.is_encrypted and not reader.decrypt(""):
        raise ValueError("it is locked with a password")
    for done, page in enumerate(reader.pages, 1):
        yield page.extract_text()
        tell(done, len(reader.pages))
