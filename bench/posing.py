"""The tests as pytest collected them: which situation each poses, of which game, citing what."""

import pytest

from knowledge.trials import Trial, from_example


def followed(items: list[pytest.Item]) -> list[pytest.Item]:
    """What comes after each test; after the last the first, so that what all tests share stays set up."""
    return [*items[1:], items[0]]


def trial_of(item: pytest.Item) -> Trial | None:
    """The situation of `data/<game>/cases/` that a test poses, or the worked example, if it is one."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    example = params.get("example")
    return from_example(example) if example else params.get("trial")


def game_of(item: pytest.Item) -> str | None:
    trial = trial_of(item)
    return trial.game if trial else None


def sources_of(item: pytest.Item) -> tuple[str, ...]:
    trial = trial_of(item)
    return trial.source if trial else ()


def rules_named(item: pytest.Item) -> set[str]:
    """The rules that a case expects something of, and the values."""
    trial = trial_of(item)
    kinds = ("holds", "lacks", "open", "at", "amounts", "values", "no_values")
    told = [trial.expect.get(kind, ()) for kind in kinds] if trial else []
    return {name.split(".")[0] for names in told for name in names}
