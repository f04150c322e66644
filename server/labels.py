"""What the pages say of their own, in English and French, beside the words they share with the command line."""

from server.words import PAGE, Said

LABELS: dict[str, Said] = {
    # Every page
    "about": {
        "en": "Five wargame rulebooks case by case, in English and French, with an umpire that shows the case behind "
        "everything it says.",
        "fr": "Cinq livrets de jeux de guerre cas par cas, en français et en anglais, avec un arbitre qui montre le "
        "cas derrière tout ce qu'il dit.",
    },
    "skip": {"en": "Skip to the text", "fr": "Aller au texte"},
    "site": {"en": "Site", "fr": "Site"},
    "this_book": {"en": "This book", "fr": "Ce livret"},
    "trust": {"en": "What runs", "fr": "Ce qui tourne"},
    "coverage": {"en": "Coverage", "fr": "Couverture"},
    # Searching
    "found_one": {"en": "case found", "fr": "cas trouvé"},
    "all_results": {"en": "All results", "fr": "Tous les résultats"},
    "results": {"en": "Results", "fr": "Résultats"},
    "search_failed": {"en": "The search does not answer.", "fr": "La recherche ne répond pas."},
    "search_book": {"en": "search in this book", "fr": "chercher dans ce livret"},
    "cut": {
        "en": "The question is too long: only its first 400 characters were searched.",
        "fr": "La question est trop longue : seuls ses 400 premiers caractères ont été cherchés.",
    },
    # A book
    "running": {
        "en": "{cases} cases; {executable} of the {operative} operative ones run",
        "fr": "{cases} cas ; {executable} des {operative} opérants tournent",
    },
    "run": {"en": "run", "fr": "tournent"},
    "terms_count": {"en": "terms", "fr": "termes"},
    "expand": {"en": "Open all chapters", "fr": "Ouvrir tous les chapitres"},
    "collapse": {"en": "Close all chapters", "fr": "Fermer tous les chapitres"},
    "filter": {"en": "Filter the index", "fr": "Filtrer l'index"},
    "filter_hint": {"en": "a part of a term", "fr": "une partie d'un terme"},
    "letters": {"en": "Letters", "fr": "Lettres"},
    "no_term": {"en": "No term holds this.", "fr": "Aucun terme ne contient cela."},
    # A case
    "family": {"en": "Rule and exceptions", "fr": "Règle et exceptions"},
    "family_hint": {
        "en": "An arrow leads from an exception to what it excepts; a dashed one holds in a scenario only.",
        "fr": "Une flèche mène de l'exception à ce qu'elle excepte ; en tirets, dans un scénario seulement.",
    },
    "in_words": {"en": "The same in words", "fr": "La même chose en mots"},
    "around": {"en": "Around this case", "fr": "Autour de ce cas"},
    "on_the_table": {"en": "Open on the table", "fr": "Ouvrir sur la table"},
    "permalink": {"en": "Permanent link", "fr": "Lien permanent"},
    "cite": {"en": "Copy as a citation", "fr": "Copier comme citation"},
    "cited": {"en": "Copied", "fr": "Copié"},
    "not_cited": {"en": "The browser does not let us copy", "fr": "Le navigateur ne laisse pas copier"},
    "pages": {"en": "Previous and next", "fr": "Précédent et suivant"},
    # What runs
    "trust_hint": {
        "en": "A case that permits, forbids, limits, costs, modifies or decides something is operative. It is "
        "executable when a rule that runs cites it, or left to the players' judgement, with the reason. Tests and "
        "examples are those that ran and agreed when the knowledge base was built.",
        "fr": "Un cas qui permet, interdit, limite, coûte, modifie ou décide quelque chose est opérant. Il est "
        "exécutable quand une règle qui tourne le cite, ou laissé au jugement des joueurs, avec la raison. Les tests "
        "et exemples sont ceux qui ont tourné et concordé à la construction de la base.",
    },
    "all_agree": {
        "en": "Every test and every worked example agrees with its rule.",
        "fr": "Tous les tests et tous les exemples concordent avec leur règle.",
    },
    "whole": {"en": "All books", "fr": "Tous les livrets"},
    "book": {"en": "Book", "fr": "Livret"},
    "show": {"en": "Show", "fr": "Montrer"},
    "none_such": {"en": "No case of this kind.", "fr": "Aucun cas de ce genre."},
    # What went wrong
    "nearest": {"en": "Nearest:", "fr": "Au plus près :"},
}

# What went wrong, by the status of the answer, for a person.
WRONG: dict[int, Said] = {
    400: {"en": "What was sent cannot be read.", "fr": "Ce qui a été envoyé ne peut pas être lu."},
    401: {"en": "This needs a token that was not given.", "fr": "Il y faut un jeton qui n'a pas été donné."},
    403: {"en": "This is not allowed here.", "fr": "Ceci n'est pas permis ici."},
    404: PAGE["not_found_hint"],
    405: {"en": "This address cannot be used that way.", "fr": "Cette adresse ne s'emploie pas ainsi."},
    413: {"en": "What was sent is too large.", "fr": "Ce qui a été envoyé est trop volumineux."},
    415: {"en": "What was sent is not of the right kind.", "fr": "Ce qui a été envoyé n'est pas du bon type."},
    422: {"en": "Something in the request is wrong.", "fr": "Quelque chose est faux dans la demande."},
    429: {
        "en": "Too many requests: wait a moment, then try again.",
        "fr": "Trop de demandes : attendez un moment, puis réessayez.",
    },
    500: {
        "en": "Something went wrong on our side; it was written to the log.",
        "fr": "Quelque chose a échoué de notre côté ; c'est noté dans le journal.",
    },
    503: {
        "en": "The knowledge base is being built: come back in a moment.",
        "fr": "La base est en construction : revenez dans un moment.",
    },
    507: {
        "en": "What is stored here cannot be reached; nothing was changed.",
        "fr": "Ce qui est enregistré ici est hors d'atteinte ; rien n'a été changé.",
    },
}

# What stands behind a case.
STATUSES: dict[str, Said] = {
    "executable": {"en": "executable", "fr": "exécutable"},
    "judgement": {"en": "judgement", "fr": "jugement"},
    "unwritten": {"en": "unwritten", "fr": "à écrire"},
    "information": {"en": "information", "fr": "information"},
    "heading": {"en": "heading", "fr": "titre"},
}
