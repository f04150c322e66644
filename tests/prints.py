"""Rulebooks of our own writing: our records, printed in as many ways as people have copies."""

import re
from functools import cache
from pathlib import Path
from textwrap import wrap

from knowledge.imports.copies import found_in
from knowledge.imports.known import known_book
from knowledge.library import Library


@cache
def library() -> Library:
    return Library.load()


def printed(game, dress="{} {}", language="fr", width=70, numbers=None) -> list[str]:
    """A rulebook made of our own records: each case headed by its number and title, its text in lines."""
    lines = []
    for case in library().of(game):
        if case.numbered and (numbers is None or case.number in numbers):
            text = " ".join(getattr(case.text, language).split())
            lines += [
                dress.format(case.number, getattr(case.title, language)),
                *wrap(text, width, break_on_hyphens=False),
                "",
            ]
    return lines


def places(lines, dress="{} {}", language="fr", game="sitw") -> dict[str, int]:
    heads = {dress.format(case.number, getattr(case.title, language)): case.number for case in library().of(game)}
    return {heads[line]: row for row, line in enumerate(lines, 1) if line in heads}


def start_lines(copy) -> dict[str, int]:
    return {each.number: each.line for each in copy.cuts}


def texts(copy) -> dict[str, str]:
    return {each.number: " ".join(each.text.split()) for each in copy.cuts}


def our_text(number, language="fr", game="sitw") -> str:
    case = library()[f"{game}:{number}"]
    return " ".join(f"{number} {getattr(case.title, language)} {getattr(case.text, language)}".split())


def write_pdf(path: Path, pages) -> None:
    """A PDF with a text layer: one page for each list of lines."""
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(len(pages)))
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
               "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"]  # fmt: skip
    for index, lines in enumerate(pages):
        escaped = (re.sub(r"([()\\])", r"\\\1", line) for line in lines)
        shown = "".join(f"({line}) Tj T*\n" for line in escaped)
        stream = f"BT /F1 10 Tf 12 TL 40 800 Td\n{shown}ET"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {5 + 2 * index} 0 R "
                       "/Resources << /Font << /F1 3 0 R >> >> >>")  # fmt: skip
        objects.append(f"<< /Length {len(stream.encode('cp1252', 'replace'))} >>\nstream\n{stream}\nendstream")
    body, offsets = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        offsets.append(len(body))
        body += f"{number} 0 obj\n{each}\nendobj\n".encode("cp1252", "replace")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    trailer = f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF\n"
    path.write_bytes(body + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode())


def copy_of(game, numbers=None):
    return found_in(printed(game, numbers=numbers), known_book(library(), game))
