"""What the pages and the command line say of their own, in English and French."""

Said = dict[str, str]

PAGE: dict[str, Said] = {
    "tagline": {"en": "A rules umpire for board wargames", "fr": "Un arbitre de règles pour jeux de guerre"},
    "search": {"en": "Search", "fr": "Chercher"},
    "search_hint": {
        "en": "a word, a question, a case number",
        "fr": "un mot, une question, un numéro de cas",
    },
    "ask": {"en": "Ask in words", "fr": "Poser une question"},
    "ask_hint": {
        "en": "As you would ask a friend who knows the rules: can tanks attack woods?",
        "fr": "Comme à un ami qui connaît les règles : les chars peuvent-ils attaquer en forêt ?",
    },
    "ask_button": {"en": "Ask", "fr": "Demander"},
    "question": {"en": "Question", "fr": "Question"},
    "recognise": {"en": "told by the question", "fr": "d'après la question"},
    "answer": {"en": "Answer", "fr": "Réponse"},
    "understood": {"en": "Understood:", "fr": "Compris :"},
    "near": {"en": "Questions near it that are ruled on", "fr": "Questions proches, tranchées"},
    "cited_cases": {"en": "The cases behind it", "fr": "Les cas sur lesquels elle repose"},
    "books": {"en": "Rulebooks", "fr": "Livrets de règles"},
    "table": {"en": "Table", "fr": "Table"},
    "contents": {"en": "Contents", "fr": "Sommaire"},
    "index": {"en": "Index", "fr": "Index"},
    "concepts": {"en": "Across the games", "fr": "D'un jeu à l'autre"},
    "concepts_hint": {
        "en": "One notion, what each game makes of it, and where they part.",
        "fr": "Une notion, ce que chaque jeu en fait, et là où ils divergent.",
    },
    "silent": {"en": "says nothing of it", "fr": "n'en dit rien"},
    "found": {"en": "cases found", "fr": "cas trouvés"},
    "nothing": {"en": "No case answers this.", "fr": "Aucun cas ne répond à cela."},
    "try": {"en": "What else to try", "fr": "Ce que vous pouvez essayer"},
    "filters": {"en": "Search in", "fr": "Chercher dans"},
    "all": {"en": "all", "fr": "tout"},
    "game": {"en": "Game", "fr": "Jeu"},
    "kind": {"en": "Kind of case", "fr": "Nature du cas"},
    "action": {"en": "Action", "fr": "Action"},
    "chapter": {"en": "Chapter", "fr": "Chapitre"},
    "did_you_mean": {"en": "Did you mean", "fr": "Vouliez-vous dire"},
    "in_code": {"en": "What it says in code", "fr": "Ce que dit le code"},
    "excepts": {"en": "Makes an exception to", "fr": "Fait exception à"},
    "exceptions": {"en": "Exceptions to it", "fr": "Ses exceptions"},
    "cites": {"en": "Refers to", "fr": "Renvoie à"},
    "cited_by": {"en": "Referred to by", "fr": "Cité par"},
    "under": {"en": "Under", "fr": "Sous"},
    "below": {"en": "Its cases", "fr": "Ses cas"},
    "terms": {"en": "In the index under", "fr": "Dans l'index sous"},
    "examples": {"en": "Worked examples", "fr": "Exemples"},
    "notes": {"en": "Notes", "fr": "Notes"},
    "homonyms": {"en": "Also printed with this number", "fr": "Imprimé aussi sous ce numéro"},
    "original": {"en": "In your own copy", "fr": "Dans votre exemplaire"},
    "our_text": {"en": "In our words", "fr": "Dans nos mots"},
    "judgement": {"en": "Left to the players' judgement", "fr": "Laissé au jugement des joueurs"},
    "previous": {"en": "Previous", "fr": "Précédent"},
    "next": {"en": "Next", "fr": "Suivant"},
    "api": {"en": "For programs", "fr": "Pour les programmes"},
    "language": {"en": "Français", "fr": "English"},
    "printed": {"en": "in the printed index", "fr": "dans l'index imprimé"},
    "also": {"en": "also", "fr": "aussi"},
    "home": {"en": "Back to the search", "fr": "Retour à la recherche"},
    "not_found": {"en": "There is no such thing here", "fr": "Il n'y a rien de tel ici"},
    "not_found_hint": {
        "en": "Try the search: a case number, a word, a question.",
        "fr": "Essayez la recherche : un numéro de cas, un mot, une question.",
    },
    "refused": {"en": "This request cannot be answered", "fr": "On ne peut pas répondre à cette demande"},
    "own_words": {
        "en": "Rules restated in our own words; the rulebooks belong to their publishers.",
        "fr": "Règles redites dans nos propres mots ; les livrets appartiennent à leurs éditeurs.",
    },
}

# What a drawn board says of itself.
BOARD: dict[str, Said] = {
    "board": {"en": "board", "fr": "plateau"},
    "empty": {"en": "An empty board.", "fr": "Un plateau vide."},
    "off_map": {"en": "Off the map", "fr": "Hors carte"},
    "path": {"en": "Path", "fr": "Chemin"},
    "target": {"en": "Target", "fr": "Cible"},
}

# How a case bears on another, and the other on it.
REFERENCES: dict[tuple[str, str], Said] = {
    ("exception-to", "to"): PAGE["excepts"],
    ("exception-to", "from"): PAGE["exceptions"],
    ("overridden-in-scenario", "to"): {"en": "Overridden in a scenario by", "fr": "Écarté dans un scénario par"},
    ("overridden-in-scenario", "from"): {"en": "Overrides in its scenario", "fr": "Écarte dans son scénario"},
    ("defines", "from"): {"en": "Its words are defined in", "fr": "Ses mots sont définis en"},
    ("defines", "to"): {"en": "Defines words of", "fr": "Définit des mots de"},
    ("applies", "to"): {"en": "Applies", "fr": "Applique"},
    ("applies", "from"): {"en": "Applied by", "fr": "Appliqué par"},
    ("see", "to"): PAGE["cites"],
    ("see", "from"): PAGE["cited_by"],
}

EFFECTS: dict[str, Said] = {
    "forbids": {"en": "forbids", "fr": "interdit"},
    "permits": {"en": "permits", "fr": "permet"},
    "obliges": {"en": "obliges", "fr": "oblige"},
    "costs": {"en": "costs", "fr": "coûte"},
    "modifies": {"en": "modifies", "fr": "modifie"},
    "computes": {"en": "computes", "fr": "calcule"},
    "defines": {"en": "defines", "fr": "définit"},
    "rejects": {"en": "rejects", "fr": "refuse"},
    "excepts": {"en": "excepts", "fr": "excepte"},
}

KINDS: dict[str, Said] = {
    "heading": {"en": "heading", "fr": "titre"},
    "info": {"en": "information", "fr": "information"},
    "definition": {"en": "definition", "fr": "définition"},
    "example": {"en": "example", "fr": "exemple"},
    "setup": {"en": "set-up", "fr": "mise en place"},
    "procedure": {"en": "procedure", "fr": "procédure"},
    "limit": {"en": "limit", "fr": "limite"},
    "prohibition": {"en": "prohibition", "fr": "interdiction"},
    "permission": {"en": "permission", "fr": "permission"},
    "modifier": {"en": "modifier", "fr": "modificateur"},
    "supply-source": {"en": "supply source", "fr": "source de ravitaillement"},
    "event": {"en": "event", "fr": "événement"},
    "victory": {"en": "victory", "fr": "victoire"},
    "scenario": {"en": "scenario", "fr": "scénario"},
    "optional-rule": {"en": "optional rule", "fr": "règle optionnelle"},
    "table": {"en": "table", "fr": "table"},
    "restriction-national": {"en": "national restriction", "fr": "restriction nationale"},
    "history-note": {"en": "history", "fr": "histoire"},
}

NOTE_KINDS: dict[str, Said] = {
    "erratum": {"en": "Misprint", "fr": "Coquille"},
    "reference": {"en": "Wrong reference", "fr": "Renvoi erroné"},
    "contradiction": {"en": "Contradiction", "fr": "Contradiction"},
    "translation": {"en": "Translation", "fr": "Traduction"},
    "gap": {"en": "Gap", "fr": "Lacune"},
    "reading": {"en": "Our reading", "fr": "Notre lecture"},
}

# What may look wrong in the user's own copy of the rules.
DOUBTS: dict[str, Said] = {
    "unnumbered": {"en": "found by its title, its number is lost", "fr": "trouvé par son titre, son numéro est perdu"},
    "damaged": {"en": "its number is printed unlike the others", "fr": "son numéro n'est pas imprimé comme les autres"},
    "strayed": {"en": "out of the book's order", "fr": "hors de l'ordre du livret"},
    "mixed": {"en": "columns may be mixed with", "fr": "colonnes peut-être mêlées avec"},
    "short": {"en": "much shorter than our text", "fr": "bien plus court que notre texte"},
    "again": {"en": "its number heads something again at line", "fr": "son numéro fait encore figure de titre ligne"},
}

COPIES: dict[str, Said] = {
    "found": {"en": "cases found in", "fr": "cas trouvés dans"},
    "missing": {"en": "Missing", "fr": "Manquent"},
    "doubts": {"en": "Looks wrong", "fr": "Paraît faux"},
    "line": {"en": "line", "fr": "ligne"},
    "stored": {"en": "Stored: each case now shows it.", "fr": "Enregistré : chaque cas le montre désormais."},
    "not_stored": {"en": "Nothing was stored (--dry-run).", "fr": "Rien n'a été enregistré (--dry-run)."},
    "forgotten": {"en": "your copy is forgotten", "fr": "votre exemplaire est oublié"},
    "compared": {"en": "cases compared with your copy", "fr": "cas comparés à votre exemplaire"},
    "lacking": {"en": "with figures that our record lacks", "fr": "avec des chiffres absents de notre fiche"},
    "explained": {"en": "figures left out as a note explains", "fr": "chiffres omis comme une note l'explique"},
    "absent": {"en": "Not in your copy", "fr": "Absents de votre exemplaire"},
}

# What a service that others can reach says when it starts.
GUARDED: dict[str, Said] = {
    "public": {
        "en": "Others than this machine can reach it.",
        "fr": "D'autres machines que celle-ci peuvent l'atteindre.",
    },
    "token": {
        "en": "Storing and forgetting maps takes the token of ARBITRE_TOKEN.",
        "fr": "Enregistrer ou oublier une carte demande le jeton d'ARBITRE_TOKEN.",
    },
    "read_only": {
        "en": "No map can be stored: set ARBITRE_TOKEN to let those who know it.",
        "fr": "Aucune carte ne peut être enregistrée : ARBITRE_TOKEN le permet à qui connaît le jeton.",
    },
    "rate": {
        "en": "At most {rate} requests a minute from one address (ARBITRE_RATE).",
        "fr": "Au plus {rate} demandes par minute d'une même adresse (ARBITRE_RATE).",
    },
    "proxies": {
        "en": "Who calls is taken from {proxies} (ARBITRE_PROXIES).",
        "fr": "L'adresse de qui appelle est crue de {proxies} (ARBITRE_PROXIES).",
    },
}
STORED: Said = {"en": "What is stored is kept in {place}", "fr": "Ce qui est enregistré est gardé dans {place}"}
OUT_OF_REACH: Said = {
    "en": "It cannot be reached just now; what needs it is refused until it can. {why}",
    "fr": "C'est hors d'atteinte pour le moment ; ce qui en a besoin est refusé jusque-là. {why}",
}

VERDICTS: dict[str, Said] = {
    "legal": {"en": "Legal", "fr": "Permis"},
    "illegal": {"en": "Illegal", "fr": "Interdit"},
    "undetermined": {"en": "Undetermined", "fr": "Indéterminé"},
}

SPOKEN: dict[str, Said] = {
    "needed": {"en": "To settle it, say", "fr": "Pour trancher, dites"},
    "zones": {"en": "Under zones of control", "fr": "Sous zone de contrôle"},
    "supply": {"en": "Supply", "fr": "Ravitaillement"},
    "decides": {"en": "this alone may settle it", "fr": "ceci seul peut trancher"},
    "instead": {"en": "Instead", "fr": "À la place"},
    "values": {"en": "Values", "fr": "Valeurs"},
    "reasons": {"en": "Reasons", "fr": "Raisons"},
    "overridden": {"en": "Overridden", "fr": "Écarté"},
    "by": {"en": "by", "fr": "par"},
    "provisos": {"en": "Taken for granted", "fr": "Tenu pour acquis"},
    "contested": {"en": "Contested: by the other reading", "fr": "Contesté : selon l'autre lecture"},
    "contradictions": {"en": "Against the rulebook", "fr": "Contraire au livret"},
    "see_also": {"en": "See also", "fr": "Voir aussi"},
    "moves": {"en": "It may go to", "fr": "Elle peut aller en"},
    "barred": {"en": "Barred", "fr": "Fermé"},
    "attacks": {"en": "It may attack", "fr": "Elle peut attaquer"},
    "others": {"en": "It may also", "fr": "Elle peut aussi"},
    "no_moves": {"en": "It may go nowhere.", "fr": "Elle ne peut aller nulle part."},
    "several": {"en": "Several games have this case:", "fr": "Plusieurs jeux ont ce cas :"},
    "suggestion": {"en": "Did you mean", "fr": "Vouliez-vous dire"},
    "of": {"en": "of", "fr": "sur"},
    "case": {"en": "case", "fr": "cas"},
    "status": {"en": "status", "fr": "état"},
    "rules": {"en": "rules", "fr": "règles"},
    "tests": {"en": "tests", "fr": "tests"},
    "examples": {"en": "examples", "fr": "exemples"},
    "cases": {"en": "cases", "fr": "cas"},
    "records": {"en": "records", "fr": "fiches"},
    "operative": {"en": "operative", "fr": "opérants"},
    "executable": {"en": "executable", "fr": "exécutables"},
    "judgement": {"en": "judgement", "fr": "jugement"},
    "unwritten": {"en": "unwritten", "fr": "à écrire"},
    "disagreed": {"en": "Trials that disagree", "fr": "Essais en désaccord"},
    "rulebook": {"en": "rulebook", "fr": "livret"},
    "posted": {"en": "posted", "fr": "donné"},
    "chances": {"en": "Chances", "fr": "Probabilités"},
    "yes": {"en": "yes", "fr": "oui"},
    "no": {"en": "no", "fr": "non"},
    "none": {"en": "none", "fr": "aucun"},
}

# What is said in a chat of its own accord; the names of the commands are also their names where they are translated.
CHAT: dict[str, Said] = {
    "rule": {"en": "rule", "fr": "règle"},
    "search": {"en": "search", "fr": "chercher"},
    "ask": {"en": "ask", "fr": "demander"},
    "check": {"en": "check", "fr": "vérifier"},
    "help": {"en": "What you can ask the umpire", "fr": "Ce que vous pouvez demander à l'arbitre"},
    "rule_help": {"en": "shows a case, as in sitw 13.17", "fr": "montre un cas, ainsi sitw 13.17"},
    "search_help": {"en": "finds the cases that speak of something", "fr": "trouve les cas qui parlent d'une chose"},
    "ask_help": {"en": "answers a question about the rules", "fr": "répond à une question sur les règles"},
    "check_help": {"en": "rules on an action in a position", "fr": "juge une action dans une position"},
    "rest": {"en": "The rest of it", "fr": "La suite"},
    "cites": {"en": "By the cases", "fr": "Selon les cas"},
    "nearest": {"en": "nearest:", "fr": "le plus proche :"},
    "our_fault": {
        "en": "Something went wrong on our side; it was written to the log.",
        "fr": "Quelque chose s'est mal passé de notre côté ; c'est noté dans le journal.",
    },
    "building": {
        "en": "The knowledge base is not ready yet: try again in a minute.",
        "fr": "La base de connaissances n'est pas encore prête : réessayez dans une minute.",
    },
    "out_of_reach": {
        "en": "What is stored here cannot be reached just now: try again in a minute.",
        "fr": "Ce qui est enregistré ici est hors d'atteinte pour le moment : réessayez dans une minute.",
    },
    "no_action": {
        "en": "say the action, as in: move units=g1 path=2530,2531 mode=regular",
        "fr": "dites l'action, ainsi : move units=g1 path=2530,2531 mode=regular",
    },
}

# The options of the commands on Discord: the name of each, and what it is.
DISCORD_OPTIONS: dict[str, tuple[Said, Said]] = {
    "case": (
        {"en": "case", "fr": "cas"},
        {"en": "its number, or the beginning of its title", "fr": "son numéro, ou le début de son titre"},
    ),
    "words": (
        {"en": "words", "fr": "mots"},
        {"en": "what to look for, in English or French", "fr": "ce qu'on cherche, en français ou en anglais"},
    ),
    "question": (
        {"en": "question", "fr": "question"},
        {"en": "a question about the rules", "fr": "une question sur les règles"},
    ),
    "position": (
        {"en": "position", "fr": "position"},
        {"en": "a link to a table, JSON, or a stored map", "fr": "un lien vers une table, du JSON, une carte gardée"},
    ),
    "action": (
        {"en": "action", "fr": "action"},
        {"en": "as in: move units=g1 path=2530,2531", "fr": "ainsi : move units=g1 path=2530,2531"},
    ),
    "game": ({"en": "game", "fr": "jeu"}, {"en": "only this game", "fr": "ce jeu seulement"}),
    "private": (
        {"en": "private", "fr": "privé"},
        {"en": "only you see the answer", "fr": "vous seul voyez la réponse"},
    ),
}

# What was read out of a save of VASSAL.
SAVES: dict[str, Said] = {
    "units": {"en": "units", "fr": "unités"},
    "unknown": {"en": "Pieces unknown to the profile, left out", "fr": "Pions inconnus du profil, laissés de côté"},
    "off_grid": {"en": "Pieces in no hex, left out", "fr": "Pions hors de tout hexagone, laissés de côté"},
    "masked": {"en": "Masked pieces by hex, left out", "fr": "Pions masqués par hexagone, laissés de côté"},
    "elsewhere": {"en": "Pieces on other maps or in decks", "fr": "Pions sur d'autres cartes ou dans des pioches"},
}

# What other people's pages and preview cards say.
EMBED: dict[str, Said] = {
    "position": {"en": "A position", "fr": "Une position"},
    "open": {"en": "Open it on the table", "fr": "L'ouvrir sur la table"},
    "ruling": {"en": "The ruling", "fr": "L'arbitrage"},
}
STATES: dict[str, Said] = {
    "interrupted": {
        "en": "a build of the knowledge base did not come to its end: what it left is cleared away",
        "fr": "une construction de la base n'est pas allée à son terme : ses restes sont effacés",
    },
    "damaged": {
        "en": "the knowledge base or its index is damaged: it is built again",
        "fr": "la base de connaissances ou son index est endommagé : on le reconstruit",
    },
    "outdated": {
        "en": "the knowledge base was built from other data, or by another version: it is built again",
        "fr": "la base de connaissances vient d'autres données ou d'une autre version : on la reconstruit",
    },
}
MENDED: Said = {
    "en": "what you stored was damaged: the file is kept as {kept}; rescued: {rescued}",
    "fr": "ce que vous aviez enregistré était endommagé : le fichier est gardé sous {kept} ; sauvé : {rescued}",
}
NOTHING_RESCUED: Said = {"en": "nothing", "fr": "rien"}
