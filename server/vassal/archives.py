"""The archives of VASSAL: what a save or a module holds, in whichever of its encodings, within limits."""

import lzma
import zipfile
import zlib
from binascii import Error as NotHex
from binascii import unhexlify
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LARGEST_SAVE = 64_000_000
LARGEST_MODULE = 2_000_000_000
LARGEST_PART = 64_000_000
LARGEST_BUILD_FILE = 48_000_000
MOST_PARTS = 20_000

HEX, PLAIN_XOR, PACKED_XOR = b"!VCSK", b"!VOBS", b"!VOXZ"
XZ = b"\xfd7zXZ\x00"
# An xz stream made to exhaust the memory asks for a large dictionary.
MEMORY = 128_000_000


DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError)


class BadSave(ValueError):
    """A file that cannot be read; the message says which, and why."""


def told(error: Mapping[str, Any]) -> str:
    """One fault that a model found in a file: where, and what."""
    where = ".".join(str(step) for step in error["loc"])
    return f"{where}: {error['msg'].removeprefix('Value error, ')}"


def saved_commands(path: Path) -> str:
    """The text of the commands that a save is made of."""
    return decoded(part(path, ("savedGame",), LARGEST_SAVE, LARGEST_PART), str(path))


def part(path: Path, names: tuple[str, ...], largest_file: int, largest_part: int) -> bytes:
    """The first of these parts that an archive holds."""
    if path.stat().st_size > largest_file:
        raise BadSave(f"{path}: the file is over {largest_file // 1_000_000} MB")
    try:
        with zipfile.ZipFile(path) as archive:
            return _inflated(archive, names, largest_part)
    except BadSave as bad:
        raise BadSave(f"{path}: {bad}") from None
    except DAMAGED as bad:
        raise BadSave(f"{path}: this is no save or module of VASSAL, or it is damaged: {bad}") from None


def beginning(path: Path, name: str, size: int) -> bytes:
    """The first bytes of a part; none where the archive does not hold it, or holds it damaged."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(name) as opened:
            return opened.read(size)
    except (KeyError, *DAMAGED):
        return b""


def _inflated(archive: zipfile.ZipFile, names: tuple[str, ...], largest: int) -> bytes:
    held = archive.namelist()
    if len(held) > MOST_PARTS:
        raise BadSave(f"the archive has over {MOST_PARTS} parts")
    name = next((name for name in names if name in held), None)
    if name is None:
        raise BadSave(f"the archive holds no {names[0]!r}: it is no {'module' if len(names) > 1 else 'save'} of VASSAL")
    with archive.open(name) as opened:
        # One byte more than is allowed tells a bomb from a large file, whatever its header promises.
        content = opened.read(largest + 1)
    if len(content) > largest:
        raise BadSave(f"{name!r} is over {largest // 1_000_000} MB once unpacked")
    return content


def decoded(content: bytes, what: str) -> str:
    """The text of a part, out of any of the encodings in which VASSAL has written it."""
    try:
        return _plain(content).decode("utf-8", "replace")
    except (NotHex, IndexError, lzma.LZMAError) as bad:
        raise BadSave(f"{what}: its commands are damaged: {bad}") from None


def _plain(content: bytes) -> bytes:
    if content.startswith(HEX):
        digits = content[len(HEX) :].strip()
        return _mixed(unhexlify(digits[2:]), unhexlify(digits[:2])[0])
    if content.startswith(PLAIN_XOR):
        return _mixed(content[len(PLAIN_XOR) + 1 :], content[len(PLAIN_XOR)])
    if content.startswith(PACKED_XOR):
        return _unpacked(_mixed(content[len(PACKED_XOR) + 1 :], content[len(PACKED_XOR)]))
    return _unpacked(content) if content.startswith(XZ) else content


def _mixed(content: bytes, key: int) -> bytes:
    """Each byte exclusive-or the key, which undoes itself."""
    return content.translate(bytes(byte ^ key for byte in range(256)))


def _unpacked(content: bytes) -> bytes:
    reader = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MEMORY)
    found = reader.decompress(content, LARGEST_PART + 1)
    if len(found) > LARGEST_PART:
        raise BadSave(f"the commands are over {LARGEST_PART // 1_000_000} MB once unpacked")
    if not reader.eof:
        raise lzma.LZMAError("the packed commands break off")
    return found
