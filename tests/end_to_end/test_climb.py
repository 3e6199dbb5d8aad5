"""A climb in a real window by keyboard: begun, a stage played, killed, resumed, ended."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic, sleep
from typing import Final

import pytest

from game.bots.players.registry import make_bot
from game.climb.open_climb import OpenClimb, parse_open_climb
from game.storage.climbs import FinishedClimb
from game.storage.open_games import OpenGames
from game.storage.places import HOME_VARIABLE, find_places
from game.storage.profile import Profile
from game.ui.scenes.title.scene import TitleScene
from tests.end_to_end.hands import QUICK, place_among_widgets, prepare, widget_at
from tests.end_to_end.stage import HELD, Game, Stage, wait_for

pytestmark = pytest.mark.window

_SOON: Final = 2.0
"""Seconds from Again to the first call."""


def saved(stage: Stage) -> OpenClimb | None:
    """The climb as it is saved at this moment."""
    stored = OpenGames(stage.home, "climb").all()
    return parse_open_climb(stored[0].text) if stored else None


def wait_for_climb(
    game: Game, what: str, is_right: Callable[[OpenClimb], bool], *keys: str
) -> OpenClimb:
    """The saved climb once it is right; until then keys are pressed."""

    def look() -> OpenClimb | None:
        game.check_alive()
        climb = saved(game.stage)
        if climb is not None and is_right(climb):
            return climb
        if keys:
            game.press(*keys)
            # A page that came by itself takes no press until half a second has passed without one.
            sleep(HELD)
        return None

    return wait_for(what, look)


def has_hand(climb: OpenClimb) -> bool:
    """Whether a called tile is to be placed."""
    return climb.stage is not None and bool(climb.stage.match.rounds[-1].seats[0].hand)


def place(game: Game) -> OpenClimb:
    """Place the called tile as a beginner would, by its space's letter and number."""
    climb = wait_for_climb(game, "a call", has_hand)
    assert climb.stage is not None
    match = climb.stage.match
    choice = make_bot("greedy").choose(match, 0, Random(0))
    game.press(*match.rules.grid.name_of(choice.space), "Return")
    # After the placement comes the next call, after the last one the choice.
    return wait_for_climb(
        game, "what follows", lambda now: len(now.acts) > len(climb.acts) + 1 or now.stage is None
    )


def finished(stage: Stage) -> FinishedClimb | None:
    """The climb in the high scores."""
    with Profile(find_places({HOME_VARIABLE: str(stage.home)}).profile) as profile:
        return next(iter(profile.climbs.finished()), None)


def test_a_killed_climb_goes_on_exactly_there_and_its_stages_count(stage: Stage) -> None:
    prepare(stage)
    game = stage.start_game("--windowed", "1280x800", "--mute")
    game.press(*["Tab"] * place_among_widgets(TitleScene, "climb"), "Return")
    climb = wait_for_climb(game, "the first call", has_hand, "Return")
    while climb.stage is not None:
        climb = place(game)
    assert len(climb.steps) == 1
    # From what the stage made to the choice: the first card is chosen, then taken.
    wait_for_climb(game, "the second stage", has_hand, "1")
    for _ in range(3):
        place(game)
    left = wait_for_climb(game, "the fourth call", has_hand)
    game.kill()
    # The clock may have gone on for a second since.
    left = saved(stage) or left
    game = stage.start_game("--windowed", "1280x800", "--mute")
    assert saved(stage) == left, "the clock stands while no window is open"
    game.click(*widget_at(TitleScene, "climb", game.size(), "en", QUICK))
    game.press("Return")
    after = place(game)
    assert after.acts[: len(left.acts)] == left.acts
    assert after.record == left.record
    # The pause's last row gives up; the question's other answer does.
    game.press("Escape", *["Tab"] * 4, "Return", "Tab", "Return")

    def has_ended() -> FinishedClimb | None:
        game.check_alive()
        return finished(stage)

    ended = wait_for("the climb in the high scores", has_ended)
    assert (ended.stage, ended.points) == (1, left.steps[0].after.total)
    assert saved(stage) is None
    # Again has the focus: one press, and soon the first call of another climb.
    game.wait_until_still()
    begun = monotonic()
    game.press("Return")
    again = wait_for_climb(game, "the first call of another climb", has_hand)
    assert monotonic() - begun < _SOON
    assert (again.state.stage, again.steps) == (1, ())
    assert again.state.seed != left.state.seed
    game.close()
