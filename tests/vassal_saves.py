"""Writes saves and modules of VASSAL for the tests, as the program does: lists in lists, in each of its encodings."""

import lzma
import struct
import zipfile
from dataclasses import dataclass, field

ESCAPE, TAB = "\x1b", "\t"
KEY = 0x5A


def joined(sign, *parts):
    """A list as VASSAL writes it."""
    return sign.join(_quoted(part).replace(sign, f"\\{sign}") for part in parts)


def _quoted(part):
    return f"'{part}'" if part.endswith("\\") or (part[:1] == part[-1:] == "'") else part


def nested(parts):
    """Each part holds the rest as its second part: how a piece holds its traits."""
    text = parts[-1]
    for outer in reversed(parts[:-1]):
        text = joined(TAB, outer, text)
    return text


@dataclass
class Counter:
    """A piece to be written."""

    name: str
    x: int
    y: int
    map: str = "Main Map"
    properties: dict = field(default_factory=dict)
    dynamic: dict = field(default_factory=dict)
    layers: dict = field(default_factory=dict)
    masked_by: str = "null"
    hidden_by: str = "null"
    image: str = "counter.png"

    def written(self, id):
        types, states = [f"hide;I;Invisible;255,255,255;{'player:'}", "obs;77,130;mask.png;Mask;I"], [
            self.hidden_by, f"{self.masked_by};"]  # fmt: skip
        for name, level in self.layers.items():
            fields = ["", "130", "A", "", "130", "", "", "130", "", "", "", "1", "false", "0", "0", "a.png,b.png", ",",
                      "true", name, "", "", "false", "", "1", "1"]  # fmt: skip
            types.append("emb2;" + joined(";", *fields))
            states.append(str(level))
        for name, value in self.dynamic.items():
            types.append(f"PROP;{name};true,0,9;")
            states.append(joined(";", str(value)))
        types.append("mark;" + joined(",", *self.properties))
        states.append(joined(",", *map(str, self.properties.values())))
        types.append(joined(";", "piece", "", "", self.image, self.name))
        states.append(joined(";", self.map, str(self.x), str(self.y), "42", "0"))
        return "+/" + joined("/", id, nested(types), nested(states))


def commands(counters, stacks=(), decks=(), players=()):
    """The commands of a save: pieces, then stacks and decks by the places of their pieces in the list."""
    told = [counter.written(str(1000 + index)) for index, counter in enumerate(counters)]
    for number, (x, y, inside) in enumerate(stacks):
        ids = [str(1000 + index) for index in inside]
        told.append("+/" + joined("/", f"9{number}", "stack", joined(";", "Main Map", str(x), str(y), *ids, "@@0")))
    for number, inside in enumerate(decks):
        ids = joined(",", *(str(1000 + index) for index in inside))
        told.append("+/" + joined("/", f"8{number}", "deck;;;", joined(";", "Main Map", "5", "5", "true", ids)))
    told += [joined(TAB, "PLAYER", player, "A Player", side) for player, side in players]
    return joined(ESCAPE, "begin_save", joined(ESCAPE, "NULL", *told[:2]), *told[2:], "end_save")


def mixed(content, key=KEY):
    return bytes(byte ^ key for byte in content)


ENCODINGS = {
    "plain": lambda content: content,
    "!VCSK": lambda content: b"!VCSK" + f"{KEY:02x}".encode() + mixed(content).hex().encode(),
    "!VOBS": lambda content: b"!VOBS" + bytes([KEY]) + mixed(content),
    "!VOXZ": lambda content: b"!VOXZ" + bytes([KEY]) + mixed(lzma.compress(content)),
    "xz": lzma.compress,
}


def write_save(path, text, encoding="!VCSK"):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("moduledata", "<data version='1'/>")
        archive.writestr("savedata", "<data version='1'/>")
        archive.writestr("savedGame", ENCODINGS[encoding](text.encode()))
    return path


BUILD = "VASSAL.build.module"
INSIDE = f"{BUILD}.map.boardPicker.board"


def hex_grid(settings, numbering):
    """A grid of a build file."""
    numbers = f"<{INSIDE}.mapgrid.HexGridNumbering {_written(numbering)}/>"
    return f"<{INSIDE}.HexGrid {_written(settings)}>{numbers}</{INSIDE}.HexGrid>"


def _written(settings):
    told = {name: str(value).lower() if isinstance(value, bool) else value for name, value in settings.items()}
    return " ".join(f'{name}="{value}"' for name, value in told.items())


def board(inside, name="Main Map", **attributes):
    """A map of a build file with one board."""
    told = _written({"mapName": name, **attributes})
    return (
        f"<{BUILD}.Map {told}><{BUILD}.map.BoardPicker><{BUILD}.map.boardPicker.Board name='b' image='board.png'>"
        f"{inside}</{BUILD}.map.boardPicker.Board></{BUILD}.map.BoardPicker></{BUILD}.Map>"
    )


def write_module(path, *maps, size=(3600, 2000)):
    picture = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", *size)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", f"<{BUILD}.GameModule>{''.join(maps)}</{BUILD}.GameModule>")
        archive.writestr("images/board.png", picture)
    return path
