"""The situations of `data/<game>/cases/` and the book's worked examples: the build put each to the umpire."""

import pytest

from knowledge import records, trials
from rulebook.games import GAMES

CASES = [trial for game in GAMES for trial in trials.trials_of(game)]
EXAMPLES = [example for game in GAMES for example in records.examples(game)]


@pytest.mark.parametrize("trial", CASES, ids=lambda trial: f"{trial.file}: {trial.name}")
def test_the_umpire_agrees(trial, outcomes):
    assert outcomes[trial.game, trial.file, trial.name] == ""


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_the_worked_example_comes_out_as_the_book_says(example, outcomes):
    posed = trials.from_example(example)
    assert outcomes[posed.game, posed.file, posed.name] == ""
