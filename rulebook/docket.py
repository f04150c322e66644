"""What is to be ruled on: an action and the steps of it, with the rules that have to be asked of each."""

from collections.abc import Iterator
from typing import Any

from rulebook.actions import ActionModel, Move, Step
from rulebook.mechanics.paths import steps_of
from rulebook.mechanics.precedents import Bearing, scene_of
from rulebook.mechanics.probes import asked_of, rules_bearing
from rulebook.rules import Rule
from rulebook.table import Table

Subject = tuple[Any, ...]


class Docket:
    """An action on a table, to be asked about to these effects.

    A rule that cannot bear on an action like it, or that found nothing where all it asked was the same, is not asked.
    """

    def __init__(self, table: Table, action: ActionModel, *effects: str) -> None:
        self.table = table
        self.action = action
        steps = steps_of(table, action) if isinstance(action, Move) else ()
        self._asked = asked_of(table, action)
        self._effects = effects
        self._of_steps = [(step, self._bearing(step)) for step in steps]
        self._of_all = self._bearing(action)

    def _bearing(self, subject: ActionModel | Step) -> Bearing:
        scene, kind = scene_of(self.table, subject), type(subject)
        if scene is None:
            return self._likely(kind)
        return scene.bearing(lambda: self._likely(kind), self._asked, self._effects)

    def _likely(self, kind: type) -> Bearing:
        return {effect: rules_bearing(self.table.game, kind, effect, self._asked) for effect in self._effects}

    def rules(self, *effects: str) -> Iterator[tuple[Rule, Subject]]:
        """The rules with these effects that have to be asked, each with what it is asked of."""
        whole = (self.action,)
        for effect in effects:
            for rule in self._on_any_step(effect) if self._of_steps else ():
                for step, bearing in self._of_steps:
                    if rule in bearing[effect]:
                        yield rule, (step,)
            for rule in self._of_all[effect]:
                yield rule, whole

    def _on_any_step(self, effect: str) -> tuple[Rule, ...]:
        (_, first), *others = self._of_steps
        if not others:
            return first[effect]
        bearing = {rule for _, each in self._of_steps for rule in each[effect]}
        return tuple(rule for rule in self.table.game.rules_on(Step, effect) if rule in bearing)

    def on_the_whole(self, effect: str) -> tuple[Rule, ...]:
        """Those on the action itself."""
        return self._of_all[effect]

    def on_each_step(self, effect: str) -> list[tuple[Step, tuple[Rule, ...]]]:
        """Those on each step of a move."""
        return [(step, bearing[effect]) for step, bearing in self._of_steps]

    def idle(self) -> Iterator[tuple[Rule, Subject]]:
        """The rules that could bear on it and are not asked, each with what it would be asked of."""
        for subject, bearing in (*self._of_steps, (self.action, self._of_all)):
            for effect, rules in self._likely(type(subject)).items():
                yield from ((rule, (subject,)) for rule in rules if rule not in bearing[effect])
