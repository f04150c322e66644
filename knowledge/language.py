"""Words of English and French, brought to the form under which they are searched."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from knowledge.records import Language
from rulebook.printed import data_folder, read_toml

# Rule numbers stay whole: 13.17, 12.9.2, S3.26.
WORD = re.compile(r"\w+(?:\.\d+)*")

# Our own lists: negations, limits and duties (not, only, ne, pas, sans, must) decide a rule and are searched.
STOP_WORDS: dict[Language, frozenset[str]] = {
    "en": frozenset(
        """a an and are as at be been being by can could did do does for from had has have he her his how i if in into
        is it its me my of on or our s she so such t than that the their them then there these they this those to
        was we were what when where which who whom whose why will with would you your""".split()
    ),
    "fr": frozenset(
        """a à ai ainsi alors as au aux avait avec avoir c ce ceci cela celle celles celui ces cet cette ceux chez
        comme comment d dans de des donc dont du elle elles en es est et étaient était étant être eu eux il ils j je
        l la le les leur leurs lorsqu lorsque lui m ma mais me mes mon n nos notre nous on ont ou où par peut peuvent
        pour pourquoi pouvons puis puisqu puisque qu quand que quel quelle quelles quels quelqu qui quoi s sa se ses
        si soit son sont sur t ta te tes toi ton tu un une vos votre vous y""".split()
    ),
}
ROMAN = re.compile("[IVX]{2,}e?|[ivx]{3,}e?")
"""Numbers of corps and the like: the VIIIe is not the VIIe."""
LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})


@lru_cache(maxsize=50_000)
def fold(word: str) -> str:
    """The word in small letters without accents or ligatures."""
    plain = unicodedata.normalize("NFKD", word.casefold().translate(LIGATURES))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def words(text: str) -> Iterator[re.Match[str]]:
    """The words of a text, each with its place."""
    return WORD.finditer(text)


@lru_cache(maxsize=50_000)
def root(language: Language, word: str) -> str | None:
    """What a word is searched as, or None for a stop word.

    Stop words go before accents do, or `dés` (dice) would go with `des`. The last -ent or -e goes after the
    accents, so that `ravitaillee` meets `ravitaillée`.
    """
    plain = unicodedata.normalize("NFC", word).casefold().translate(LIGATURES)
    if plain in STOP_WORDS[language]:
        return None
    if any(sign.isdigit() for sign in plain):
        return fold(plain)
    if ROMAN.fullmatch(word):
        return plain.removesuffix("e")
    stem = fold(_stemmer(language)(_verbs(language).get(plain, plain)))
    return _without_mute_end(stem) if language == "fr" else stem


def _without_mute_end(stem: str) -> str:
    if stem.endswith("ent") and len(stem) > 5:
        return stem[:-3]
    return stem[:-1] if stem.endswith("e") and len(stem) > 3 else stem


@cache
def _verbs(language: Language) -> dict[str, str]:
    """The verb of each form that its stem does not tell: `went` goes with `go`, `reçoivent` with `recevoir`."""
    told: dict[str, str] = read_toml(data_folder() / "verbs.toml")[language]
    return {form: verb for verb, forms in told.items() for form in forms.split()}


@cache
def _stemmer(language: Language) -> Callable[[str], str]:
    from whoosh.lang.snowball.english import EnglishStemmer
    from whoosh.lang.snowball.french import FrenchStemmer

    stem: Callable[[str], str] = {"en": EnglishStemmer, "fr": FrenchStemmer}[language]().stem
    return stem
