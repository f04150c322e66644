"""What an action names: its units, its hexes, its steps."""

from rulebook.actions import Advance, Attack, Losses, Move, Place, Retreat, Taken, hex_fields, unit_ids


def test_two_actions_are_the_same_only_if_they_are_one():
    one, other = (Move(type="move", units=("a",), mode="regular") for _ in range(2))
    assert one == one
    assert one != other
    assert len({one, other, one}) == 2
    assert hash(one) == object.__hash__(one)


def test_a_step_knows_whether_it_is_the_first():
    move = Move(type="move", units=("a",), path=("2530", "2531", "2532", "2533"), mode="regular")
    assert [(step.index, step.start, step.to) for step in move.steps] == [
        (0, "2530", "2531"), (1, "2531", "2532"), (1, "2532", "2533")
    ]
    assert Move(type="move", units=("a",)).steps == ()


def test_every_unit_that_an_action_names_is_known_in_whatever_part():
    attack = Attack(type="attack", units=("a",), target="2531", support=("s",), against=("d",))
    assert unit_ids(attack) == ("a", "s", "d")
    losses = Losses(
        type="losses", units=("a",), role="attacker", points=1, taken=(Taken(unit="t", steps=1),), enemies=("e",)
    )
    assert unit_ids(losses) == ("a", "e", "t")
    assert unit_ids(Place(type="place", unit="p", hex="2531")) == ("p",)
    assert unit_ids(Place(type="place", marker="big-bertha", hex="2531")) == ()


def test_every_hex_that_an_action_names_is_known_with_its_field():
    assert hex_fields(Attack(type="attack", units=("a",), target="2531")) == [("target", "2531")]
    assert hex_fields(Advance(type="advance", units=("a",), to="2531")) == [("to", "2531")]
    assert hex_fields(Place(type="place", unit="p", hex="2531")) == [("hex", "2531")]
    assert hex_fields(Retreat(type="retreat", units=("a",), path=("2530", "2531"))) == [
        ("path.0", "2530"), ("path.1", "2531")
    ]
    assert hex_fields(Losses(type="losses", units=("a",), role="defender", points=1)) == []
