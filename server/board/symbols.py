"""The symbols of a board, each drawn around its own middle: ground, features, units."""

from server.board.geometry import Paper, Point, points

BOX = '<rect class="b-box" x="-13" y="-8.5" width="26" height="17"/>'
CROSS = '<path class="b-ink" d="M-13-8.5 13 8.5M-13 8.5 13-8.5"/>'
SLASH = '<path class="b-ink" d="M-13 8.5 13-8.5"/>'
TRACK = '<rect class="b-ink" x="-10" y="-5" width="20" height="10" rx="5"/>'

UNITS = {
    "unit": BOX + '<path class="b-ink" d="M-13 0H13"/>',
    "infantry": BOX + CROSS,
    "assault": BOX + CROSS + '<path class="b-solid" d="M-13-8.5 0 0-13 8.5z"/>',
    "light": BOX + CROSS + '<path class="b-solid" d="M-4-8.5 0-3 4-8.5z"/>',
    "marines": BOX + CROSS + '<path class="b-ink" d="M0-8.5V8.5M-4 4Q0 9 4 4"/>',
    "garrison": BOX + CROSS + '<path class="b-solid" d="M-13 5H13V8.5H-13z"/>',
    "remnant": BOX + '<path class="b-ink b-dashed" d="M-13-8.5 13 8.5M-13 8.5 13-8.5"/>',
    "airborne": BOX + CROSS + '<path class="b-ink" d="M-7 7Q-3.5 2 0 7 3.5 2 7 7"/>',
    "mountain-infantry": BOX + CROSS + '<path class="b-solid" d="M-5 8.5 0 1 5 8.5z"/>',
    "engineer": BOX + '<path class="b-ink b-thick" d="M-8 5V-4H8V5M0-4V5"/>',
    "cavalry": BOX + SLASH,
    "armored-cavalry": BOX + SLASH + TRACK,
    "mechanized": BOX + CROSS + TRACK,
    "armor": BOX + TRACK,
    "anti-tank": BOX + '<path class="b-ink" d="M-13 8.5 0-8.5 13 8.5"/>',
    "artillery": BOX + '<circle class="b-solid" r="4"/>',
    "heavy-artillery": BOX + '<circle class="b-solid" r="4.5"/><path class="b-ink" d="M-9-6V6M9-6V6"/>',
    "rail-artillery": BOX + '<circle class="b-solid" cy="-2" r="3.5"/><path class="b-ink" d="M-9 4H9M-6 4V7M6 4V7"/>',
    "rockets": BOX + '<circle class="b-solid" cy="4" r="3"/><path class="b-ink" d="M-5 0 0-4 5 0M-5-3 0-7 5-3"/>',
    "hq": BOX + '<path class="b-ink b-thick" d="M-9-5V5M-9 0H-2M-2-5V5"/><circle class="b-ink b-thick" cx="6" r="4"/>'
    '<path class="b-ink b-thick" d="M7 2 10 6"/>',
    "air": BOX + '<path class="b-solid" d="M0 0Q-6-7-10-3-12 0-10 3-6 7 0 0 6-7 10-3 12 0 10 3 6 7 0 0z"/>',
}

TREE = '<circle class="b-leaf" cx="{x}" cy="{y}" r="4.5"/><path class="b-trunk" d="M{x} {low}v4"/>'
PEAK = '<path class="b-peak" d="M{left} {low} {x} {y} {right} {low}"/>'
RANGE = '<path class="b-peak b-thick" d="M{left} {low} {x} {y} {right} {low}m-9 0 9-9 9 9"/>'
SUMMIT = '<path class="b-peak b-thick b-solid" d="M{left} {low} {x} {y} {right} {low}z"/>'
TUFT = '<path class="b-reed" d="M{left} {y}h12M{x} {y}v-6M{x} {y}l-4-5M{x} {y}l4-5"/>'
DOTS = '<path class="b-grain" d="M{x} {y}h.01M{left} {low}h.01M{right} {low}h.01"/>'
WAVE = '<path class="b-wave" d="M{left} {y}q3-4 6 0t6 0"/>'
SPREAD = ((-18, -12), (2, -20), (19, -8), (-20, 10), (18, 14), (0, 22), (-2, -2))


def _strewn(mark: str, places: tuple[tuple[int, int], ...]) -> str:
    return "".join(mark.format(x=x, y=y, left=x - 6, right=x + 6, low=y + 6) for x, y in places)


GROUND = {
    "forest": _strewn(TREE, SPREAD),
    "woods": _strewn(TREE, SPREAD[:5:2] + SPREAD[5:6]),
    "rough": _strewn(PEAK, SPREAD[:5]),
    "slope": _strewn('<path class="b-peak" d="M{left} {y}h12M{left} {y}v4M{x} {y}v6M{right} {y}v4"/>', SPREAD[:5]),
    "mountain": _strewn(RANGE, SPREAD[:5]),
    "alpine": _strewn(SUMMIT, SPREAD[:6]),
    "pass": _strewn(PEAK, (SPREAD[0], SPREAD[4])) + '<path class="b-reed" d="M-24 18Q0 0 24-18"/>',
    "marsh": _strewn(TUFT, SPREAD[:5]),
    "flood-plain": _strewn(WAVE, SPREAD[1:5:2]) + _strewn(TUFT, SPREAD[:5:4]),
    "desert": _strewn(DOTS, SPREAD[:6]),
    "devastated": _strewn('<circle class="b-crater" cx="{x}" cy="{y}" r="4"/>', SPREAD[:5]),
    "water": _strewn(WAVE, SPREAD[:6]),
    "built": "",
    "clear": "",
    "plain": "",
}

# A town stands in the middle of its hex, where a counter may cover it: what is small stands below the counter.
FEATURES = {
    "town": '<path class="b-house" d="M-8-1h6v-6h6v6h5v8H-8z"/>',
    "city": '<path class="b-house" d="M-13 0h6v-7h6v-5h7v9h7v12h-26z"/>',
    "village": '<path class="b-house" d="M-6-2h4v4h-4zM2-4h4v4H2zM0 3h4v4H0z"/>',
    "tree": TREE.format(x=0, y=-1, low=3),
    "hachures": '<path class="b-peak" d="M-8-3H8M-6-3v5M0-3v7M6-3v5"/>',
    "trench": '<path class="b-trench" d="M-18 4v-6h6v6h6v-6h6v6h6v-6h6v6h6v-6"/>',
    "main-trench": '<path class="b-trench b-thick" d="M-18 4v-6h6v6h6v-6h6v6h6v-6h6v6h6v-6"/>',
    "fort": '<path class="b-fort" d="M0-8 8-2 5 7h-10l-3-9z"/>',
    "heavy-fort": '<path class="b-fort b-heavy" d="M0-10 10-3 6 8h-12l-4-11z"/>',
    "ruin": '<path class="b-ruin" d="M-6-6 6 6M-6 6 6-6"/>',
    "port": '<path class="b-anchor" d="M0-7V7M-4-3h8M-7 2Q-5 7 0 7 5 7 7 2"/><circle class="b-anchor" cy="-8" r="2"/>',
    "railway": '<path class="b-rail" d="M-18 0h36M-15-3v6M-9-3v6M-3-3v6M3-3v6M9-3v6M15-3v6"/>',
    "source": '<path class="b-source" d="M0-7 7 0 0 7-7 0z"/>',
    "lost-source": '<path class="b-source" d="M0-7 7 0 0 7-7 0z"/><path class="b-ruin" d="M-5-5 5 5"/>',
    "flag": '<path class="b-flag" d="M-4 7V-7L5-4-4-1"/>',
}


def definitions(paper: Paper, key: str) -> str:
    """Every symbol that a board may use, under names that start with its key."""
    named = {
        "hex": f'<polygon points="{points(paper.corners)}"/>',
        "inner": f'<polygon points="{points(corner.towards(Point(0, 0), 0.1) for corner in paper.corners)}"/>',
        "counter": '<rect x="-20" y="-20" width="40" height="40" rx="3.5"/>',
        **{f"ground-{name}": drawn for name, drawn in GROUND.items() if drawn},
        **{f"feature-{name}": drawn for name, drawn in FEATURES.items()},
        **{f"unit-{name}": drawn for name, drawn in UNITS.items()},
    }
    arrow = (
        f'<marker id="{key}-arrow" class="b-arrow" viewBox="0 0 10 10" refX="7" refY="5" '
        'markerWidth="4" markerHeight="4" orient="auto-start-reverse"><path d="M0 0 10 5 0 10z"/></marker>'
    )
    drawn = "".join(f'<g id="{key}-{name}">{each}</g>' for name, each in named.items())
    return f"<defs>{drawn}{arrow}</defs>"
