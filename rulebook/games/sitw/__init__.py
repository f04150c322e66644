"""1918: Storm in the West: one module per chapter of the book, in its order."""

from rulebook.game import Game
from rulebook.games.sitw import (
    after_combat,
    agreed,
    allied_offensive,
    combat,
    components,
    counting,
    front,
    infiltration,
    modifiers,
    morale,
    movement,
    offers,
    reinforcements,
    replacements,
    results,
    sequence,
    setup,
    special_units,
    stacking,
    storm_elsewhere,
    strategic,
    supply,
    tank_ground,
    weather,
    zones,
)
from rulebook.games.sitw.optional import (
    australian_american,
    belgian_demoralization,
    big_bertha,
    evacuation,
    high_odds,
    historical_weather,
    influenza,
    stoss_losses,
    weak_trenches,
)
from rulebook.games.sitw.plan_1919 import bombers, losses, scenario
from rulebook.games.sitw.plan_1919 import combat as combat_1919
from rulebook.games.sitw.plan_1919 import movement as movement_1919
from rulebook.games.sitw.plan_1919 import replacements as replacements_1919
from rulebook.games.sitw.plan_1919 import stacking as stacking_1919

GAME = Game("sitw", (
    agreed, components, setup, morale, sequence, weather, supply, reinforcements, replacements, stacking, zones,
    strategic, movement, combat, tank_ground, modifiers, results, after_combat, special_units, infiltration,
    counting,
    australian_american, influenza, weak_trenches, belgian_demoralization, evacuation, big_bertha, stoss_losses,
    high_odds, historical_weather,
    storm_elsewhere, allied_offensive,
    scenario, stacking_1919, movement_1919, combat_1919, losses, bombers, replacements_1919,
), pace=offers.pace, offers=offers.offers, settled_weather=weather.settled_weather, front=front.front)
