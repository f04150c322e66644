"""What turns a question into another, whatever its words."""

import re

from knowledge.records import Language

Either = dict[Language, re.Pattern[str]]


def _either(en: str, fr: str) -> Either:
    return {"en": re.compile(en, re.IGNORECASE), "fr": re.compile(fr, re.IGNORECASE)}


TURNS: dict[str, Either] = {
    "not": _either(
        r"\b(?:not|never|without|none|neither|nor|cannot|no)\b|n['’]t\b",
        r"\b(?:sans|aucune?|jamais|ni|dépourvue?s?|rien|personne)\b"
        r"|\bn(?:e\b|['’])(?!(?:(?!\b(?:pas|plus|jamais)\b).){1,40}\bqu(?:e\b|['’]))",
    ),
    "if": _either(
        r"\b(?:if|while|when)\b",
        r"\b(?:si|quand(?! m[êe]me)|lorsque|tant que|alors qu[e'])\b|\bs['’]ils?\b",
    ),
    "unless": _either(
        r"\b(?:unless|except|provided|whose)\b",
        r"\b(?:à moins|sauf|excepté|pourvu|dont)\b",
    ),
    "rather": _either(
        r"\b(?:rather than|instead of|in place of|in lieu of)\b",
        r"\b(?:plutôt qu|au lieu d|à la place d)",
    ),
    "banned": _either(
        r"\b(?:forbidden|prohibited|banned|illegal|barred|prevent(?:s|ed)?|unable)\b",
        r"\b(?:interdit\w*|ill[ée]ga\w*|prohib\w*|d[ée]fendue?s? de|emp[êe]ch\w*)\b",
    ),
    "denied": _either(
        r",\s*(?:is|are|can|may|do|does|am|isn['’]t|aren['’]t|can['’]t|don['’]t|doesn['’]t|right)\b[^,?]{0,12}\?\s*$"
        r"|\b(?:isn['’]t|aren['’]t|not) (?:allowed|permitted|legal|possible)",
        r"\bn['’]est-ce pas\b|,\s*non \?\s*$|\bn(?:e\b|['’]).{0,20}(?:droit|permis|autoris|possible)",
    ),
    "due": _either(
        r"\b(?:must|have to|has to|needs? to|obliged|forced|required|compulsory|mandatory|should|shall)\b",
        r"\b(?:doi[ts]|doivent|devons|faut|oblig\w*|contraint\w*|tenue?s? de)\b",
    ),
    "out": _either(
        r"\b(?:leaves?|leaving|(?:has|have|had) left|exit(?:s|ing)?|outside|beyond|behind|(?<!cut )off|away|past"
        r"|elsewhere|far)\b",
        r"\b(?:quitt\w+|sort(?:ir|ent|ant|ie)?|hors(?! (?:de )?ravit)|dehors|au-delà|derrière|loin|ailleurs)\b",
    ),
    "suffered": _either(
        r"\b(?:be|is|are|was|were|being|been|gets?|getting)\s+(?:\w+ly\s+|also\s+|still\s+)?"
        r"(?:attack|assault|bombard|shell|bomb|charg|engag|support|interdict|fir)ed\b"
        r"|\boverrun\b|\bunder (?:attack|fire)\b",
        r"\b(?:être|est|sont|était|soit|soient|été|faire|fait|font)(?:-\w+)?\s+(?:\w+ment\s+|aussi\s+|encore\s+)?"
        r"(?:attaqu|assailli|bombard|pilonn|charg|engag|soutenu|appuy)\w*\b|\bsub(?:ir|it|issent)\b",
    ),
    "shunned": _either(
        r"\b(?:avoid|refus|declin|escap|dodg|skip|opt out)\w*\b",
        r"\b(?:évit|refus|renonc|échapp|esquiv|déclin)\w*\b",
    ),
    "before": _either(
        r"\b(?:before|earlier|prior|until|till|early)\b",
        r"\b(?:avant|jusqu\w*|en avance|plus tôt)\b",
    ),
    "after": _either(
        r"\b(?:after|later|since|once|already|follow\w*|then)\b",
        r"\b(?:après|ensuite|plus tard|depuis|déjà|suivant\w*|puis(?![- ]je)|une fois)\b",
    ),
    "moment": _either(r"\b(?:phases?|rounds?|segments?)\b", r"\b(?:phases?|rounds?|rondes?|segments?)\b"),
    "theirs": _either(
        r"\b(?:enemy|opponent|other player|opposing|his|their)(?:['’]s?)?(?: own)? (?:\w+ )?(?:turn|phase)\b",
        r"\b(?:tour|phase)(?: \w+){0,3}? (?:adverse|ennemie?)\b"
        r"|\b(?:tour|phase)\b.{1,25}\bl['’](?:adversaire|autre|ennemi)\b",
    ),
    "own": _either(r"\b(?:friendly|friends?|own)\b", r"\b(?:amie?s?|propres?)\b"),
}
"""What turns a question into another: it denies, sets a condition, excepts, compares, asks for a ban or a duty, holds a
thing not to be so, speaks of what is outside, of what one suffers or shuns, before or after, of a phase, or of one's
own or another's."""
ASKING = frozenset({"not", "if", "unless", "rather", "banned", "denied", "due", "out", "suffered", "shunned", "theirs"})
ADDED = re.compile(
    r"\b(?:adds?|added|adding|ajout\w+|bonus|increas\w+|augment\w+|major(?:e|é|ée)\b|plus(?= \d))|(?<![\w)])\+\d",
    re.IGNORECASE,
)
TAKEN = re.compile(
    r"\b(?:subtract\w*|deduct\w*|retranch\w+|soustra\w+|retir\w+|penalt\w+|pénalit\w+|pénalis\w+|malus|minus|lowers?"
    r"|decreas\w+|reduces?|reduction|baiss\w+|diminu\w+)\b|(?<![\w)])[-−]\d",
    re.IGNORECASE,
)
"""How a number is told that is added to another, and one that is taken from it, in either language."""
ENDS = re.compile(r"[,.;:?]|$")


def turns_of(text: str, language: Language) -> frozenset[str]:
    """What turns a question."""
    return frozenset(turn for turn, patterns in TURNS.items() if patterns[language].search(text))


def sum_of(text: str) -> tuple[bool, bool]:
    """Whether a question adds, and whether it takes away."""
    return bool(ADDED.search(text)), bool(TAKEN.search(text))


WHOSE: Either = _either(
    r"\b(\w+)(?:['’]s?)? (?:player[ -])?(?:turn|phase)\b",
    r"\b(?:tour|phase)(?: \d+)?(?: du joueur| de l['’]| des?| du| avec les?| pour les?)?[ ']?(\w+)",
)
"""Whose turn it is: the German turn, le tour 9 avec les Allemands."""


def whose(text: str, language: Language) -> frozenset[int]:
    """Where the words begin that tell only whose turn or phase it is."""
    return frozenset(found.start(1) for found in WHOSE[language].finditer(text))


def condition(text: str, language: Language) -> tuple[int, int]:
    """From where to where a text sets a condition; nowhere if it sets none."""
    found = TURNS["if"][language].search(text)
    end = ENDS.search(text, found.end()) if found else None
    return (found.end(), end.start()) if found and end else (0, 0)
