"""What the page to try the calls says, in English and French; the calls describe themselves in English."""

from server.words import Said

DOCS: dict[str, Said] = {
    "intro": {
        "en": "Every call answers in JSON. Open a call to try it.",
        "fr": "Chaque appel répond en JSON. Ouvrez un appel pour l'essayer.",
    },
    "whole": {"en": "The whole description is at", "fr": "La description complète est à"},
    "problems": {"en": "Problems", "fr": "Erreurs"},
    "problems_hint": {
        "en": "Every error is application/problem+json: type, title, status, detail, and the fields that are wrong. "
        "It is told in French to who asks for French (Accept-Language).",
        "fr": "Toute erreur est application/problem+json : type, title, status, detail, et les champs fautifs. "
        "Elle est dite en français à qui le demande (Accept-Language).",
    },
    "try": {"en": "Try it", "fr": "Essayer"},
    "body": {"en": "body", "fr": "corps"},
}  # fmt: skip

# The French of what the calls and their parameters say of themselves.
FRENCH: dict[str, str] = {
    "The games, their titles and coverage.": "Les jeux, leurs titres et leur couverture.",
    "One game: its words, phases, actions, map numbers, coverage.":
        "Un jeu : ses mots, phases, actions, numéros de carte, couverture.",
    "The cases of a game, in the book's order.": "Les cas d'un jeu, dans l'ordre du livret.",
    "One case, however its number is typed.": "Un cas, de quelque façon qu'on tape son numéro.",
    "The index and glossary of a game.": "L'index et le glossaire d'un jeu.",
    "The index terms that a word means, with their cases.": "Les termes d'index qu'un mot désigne, avec leurs cas.",
    "Each case with its rules, tests and examples; totals.": "Chaque cas avec ses règles, tests et exemples ; totaux.",
    "The cases that answer a query, best first.": "Les cas qui répondent à une recherche, les meilleurs d'abord.",
    "The concepts that the games share.": "Les notions que les jeux partagent.",
    "What each game says of one concept, side by side.": "Ce que chaque jeu dit d'une notion, côte à côte.",
    "Part of a game's map as a page can draw it.": "Une partie de la carte d'un jeu, comme une page peut la dessiner.",
    "The worked examples of a game, as told.": "Les exemples d'un jeu, tels que racontés.",
    "One worked example: a position and an action.": "Un exemple : une position et une action.",
    "The ruling on one action in one position.": "L'arbitrage d'une action dans une position.",
    "Everything that one unit may legally do.": "Tout ce qu'une unité peut faire selon les règles.",
    "The zones of each side and the supply of every unit on the map.":
        "Les zones de chaque camp et le ravitaillement de chaque unité sur la carte.",
    "The names of the stored maps.": "Les noms des cartes enregistrées.",
    "Store a map under a name, or replace it.": "Enregistrer une carte sous un nom, ou la remplacer.",
    "A stored map.": "Une carte enregistrée.",
    "Forget a stored map.": "Oublier une carte enregistrée.",
    "Whether the service is ready, its version, the books it holds.":
        "Si le service est prêt, sa version, les livrets qu'il contient.",
    "An answer in words to a question in words, with the cases behind it.":
        "Une réponse en mots à une question en mots, avec les cas qui la fondent.",
    "The title of a game and the numbers of its cases, for any page.":
        "Le titre d'un jeu et les numéros de ses cas, pour toute page.",
    "One case in our own words, for any page.": "Un cas dans nos propres mots, pour toute page.",
    "The JSON Schema of a position, an action or a ruling.":
        "Le schéma JSON d'une position, d'une action ou d'un arbitrage.",
    "only cases about this action, as in move": "seulement les cas sur cette action, ainsi move",
    "only this chapter, as in 13 or S3": "seulement ce chapitre, ainsi 13 ou S3",
    "a hex in one corner, as in 2024; without it the map's own":
        "un hexagone dans un coin, ainsi 2024 ; sans lui, celui de la carte",
    "only this game": "ce jeu seulement",
    "the game's key, as in sitw": "la clé du jeu, ainsi sitw",
    "the game, where the body is the map alone": "le jeu, quand le corps est la carte seule",
    "only cases of this kind": "seulement les cas de cette nature",
    "only texts of this language": "seulement les textes de cette langue",
    "a hex in the opposite corner, of the same map": "un hexagone dans le coin opposé, de la même carte",
    "how many at most": "combien au plus",
    "the name of a stored map": "le nom d'une carte enregistrée",
    "the number of a case, however it is typed": "le numéro d'un cas, de quelque façon qu'on le tape",
    "how many to leave out first": "combien en laisser d'abord",
    "words, or a case number": "des mots, ou un numéro de cas",
    "what it is the schema of": "ce dont c'est le schéma",
    "a term of the index, or a part of one": "un terme de l'index, ou une partie d'un terme",
}  # fmt: skip
