"""What is told of a wrong request, in the language of who reads it.

The sentences are made where the fault is found, in English. Their French stands in one place, `data/refusals.toml`:
the sentence is known again by its words, and said with the same names in it.
"""

import re
from functools import cache

from knowledge.predicates import predicates
from knowledge.records import Language
from rulebook.printed import data_folder, read_toml

NAME = re.compile(r"\\{(\w+)\\}")
LOOKED_UP, CHOICES = ("kind", "field", "what"), ("choices", "nations")


def said(sentence: str, lang: Language, case: str | None = None) -> str:
    """A sentence in this language; one that has no French stays as it is. `case` is the case that it rests on."""
    if lang == "en":
        return sentence
    return _of_a_rule(sentence, case) or in_french(sentence) or sentence


def in_french(sentence: str) -> str | None:
    """The French of a sentence, if there is one."""
    kinds, sentences = _book()
    for pattern, french in sentences:
        found = pattern.fullmatch(sentence)
        if found:
            words = found.groupdict()
            return french.format(**{name: _word(kinds, name, word) for name, word in words.items()})
    return None


def _word(kinds: dict[str, str], name: str, word: str) -> str:
    if name in CHOICES:
        return word.replace(" or ", " ou ")
    return kinds.get(word, word) if name in LOOKED_UP else word


def _of_a_rule(sentence: str, case: str | None) -> str | None:
    """What a rule says that cannot be on the table."""
    rules = (rule for rule in predicates().get(case or "", ()) if sentence.startswith(rule["summary"]))
    told = next(rules, None)
    return str(told["summary_fr"]) + sentence.removeprefix(told["summary"]) if told else None


@cache
def _book() -> tuple[dict[str, str], list[tuple[re.Pattern[str], str]]]:
    book = read_toml(data_folder() / "refusals.toml")
    kinds = sorted(map(re.escape, book["kinds"]), key=len, reverse=True)
    return book["kinds"], [(_pattern(each["en"], "|".join(kinds)), each["fr"]) for each in book["sentence"]]


def _pattern(sentence: str, kinds: str) -> re.Pattern[str]:
    """What a sentence looks like with any words in it: the longest kind first; a name that comes again is the same."""

    def any_word(name: re.Match[str]) -> str:
        words = f"{kinds}|.*?" if name[1] in LOOKED_UP else ".*?"
        return f"(?P<{name[1]}>{words})"

    return re.compile(NAME.sub(any_word, re.escape(sentence)), re.DOTALL)
