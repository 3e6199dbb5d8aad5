"""The sounds of the table: the place, the time and the weight of each; the caller; the music."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.locale import Language, load_catalogue
from game.play.table_game import Phase as Waits
from game.rules.boards import CLASSIC, Line
from game.rules.moves import LineCompleted, LineDied, Placed, RayCompleted, TakenBack
from game.rules.placement import empty_position, put_unchecked
from game.rules.tiles import Symbol, Tile
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.scenes.settings.rows import Section
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.table.motion import (
    BETWEEN_LINES,
    CALL_SECONDS,
    DROP_SECONDS,
    LAND_SECONDS,
    before_light,
    call_seconds,
)
from game.ui.scenes.table.stroke import Stroke
from game.ui.sound.music import Mood, MusicCue
from game.ui.sound.names import Sound, line_step, number_step, weight_step
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import Stage
from tests.ui.scenes.table.test_motion import play_until
from tests.ui.scenes.table_stage import bots, open_table, people


def test_a_tile_sounds_where_it_lies(context: Context, heard: Heard) -> None:
    stage = open_table(context)
    sides = {}
    for space in ("a1", "c3", "e3"):
        stage.let_until_waits(Waits.ACT)
        heard.played.clear()
        stage.click_space(space)
        steps = [step for sound, step, *_ in heard.played if sound is Sound.PLACE]
        (tile,) = stage.match.round.called[-1:]
        assert steps == [weight_step(sum(map(int, str(tile))))]
        is_alive = any(sound is Sound.ALIVE for sound, *_ in heard.played)
        assert not (is_alive and space == "a1"), "no line was begun before"
        sides[space] = next(side for sound, _, side, _ in heard.played if sound is Sound.PLACE)
    stage.press("backspace")
    assert heard.played[-1] == (Sound.TAKE_BACK, 0, sides["e3"], 0.0)
    heard.sounds.clear()
    stage.press("up")
    assert heard.sounds == [Sound.MOVE]
    assert sides["a1"] < sides["c3"] - 0.3 < 0 < sides["c3"] + 0.3 < sides["e3"]


def test_a_line_sounds_by_its_number_and_length_when_it_lights(
    context: Context, heard: Heard
) -> None:
    stage = open_table(context, seed="3")
    play_until(stage, "line")
    lines = stage.game.score().players[0].rounds[-1].lines
    rung = [(step, delay) for sound, step, _, delay in heard.played if sound is Sound.LINE]
    assert [step for step, _ in rung] == [line_step(x.number, len(x.line)) for x in lines]
    assert rung[0][1] >= LAND_SECONDS, "after the tile has landed"
    assert Sound.ALIVE in heard.sounds, "lines that went on were heard before"


@pytest.mark.parametrize("language", Language)
def test_the_caller_calls_every_tile_of_a_call_in_the_players_language(
    context: Context, heard: Heard, language: Language
) -> None:
    context.catalogue = load_catalogue(language)
    stage = open_table(context, "classic free mail none", (*people("Ana"), *bots("Ben")))
    stage.let_until_waits(Waits.ACT)
    assert heard.calls == [f"{language} {tile}" for tile in stage.match.round.calls[0]]
    assert len(heard.calls) == 3


def test_the_caller_speaks_when_the_face_is_seen(context: Context, heard: Heard) -> None:
    """The last tile of all takes its time, and so does its voice."""
    stage = open_table(context)
    delays = []
    for space in stage.match.rules.grid.spaces:
        stage.let_until_waits(Waits.ACT)
        delays.append(heard.delays[-1])
        stage.click_space(space.name)
    assert delays[:-1] == [CALL_SECONDS / 2] * 18
    assert delays[-1] == call_seconds(is_last=True) / 2 > CALL_SECONDS / 2
    assert heard.sounds.count(Sound.CALL) == 18
    assert heard.sounds.count(Sound.LAST_CALL) == 1


def test_the_music_thickens_while_lines_live(context: Context, heard: Heard) -> None:
    stage = open_table(context)
    assert heard.cues[-1] == MusicCue(Mood.TABLE)
    for space in ("c3", "c2", "b2", "d2"):
        stage.let_until_waits(Waits.ACT)
        stage.click_space(space)
    lives = [cue.life for cue in heard.cues if cue.mood is Mood.TABLE]
    assert max(lives) > 0.1
    assert len(set(lives)) > 1
    context.routes.title().enter()
    assert heard.cues[-1].mood is Mood.MENU
    heard.cues.clear()
    stage.table.audio.enter()
    assert [cue.mood for cue in heard.cues] == [Mood.TABLE], "whoever comes back hears it again"
    stage.table.audio.follow()
    assert len(heard.cues) == 1


def test_the_music_knows_the_last_five_tiles_and_holds_its_breath_for_the_last(
    context: Context, heard: Heard
) -> None:
    stage = open_table(context)
    told = []
    for space in stage.match.rules.grid.spaces:
        stage.let_until_waits(Waits.ACT)
        told.append((heard.cues[-1].is_ending, heard.cues[-1].is_held))
        stage.click_space(space.name)
    assert told == [(False, False)] * 14 + [(True, False)] * 4 + [(True, True)]
    assert not heard.cues[-1].is_held, "and breathes out when it lies"


def test_where_nothing_can_speak_the_switch_says_so_and_stays_off(context: Context) -> None:
    stage = Stage(context, SettingsScene(context, Section.ASSISTANCE))
    stage.click(stage.find(context.text("settings.speech")))
    assert not context.preferences.has_speech
    assert context.text("heard.spoken.no_engine") in " ".join(stage.read())


def test_each_event_of_the_board_in_view_has_its_sound_its_place_and_its_time(
    player: Context, heard: Heard
) -> None:
    stage = open_table(player, "classic free single rays", people("Ana", "Ben"))
    layout, tile, lines = stage.layout, Tile.parse("798"), CLASSIC.lines
    position = empty_position(CLASSIC)
    for space, text in zip(lines[2].spaces[:3], ("798", "694", "293"), strict=True):
        position = put_unchecked(position, Tile.parse(text), space)
    assert all(Tile.parse(text).is_sun for text in ("798", "694", "293"))
    stage.game.position = lambda *_: position  # type: ignore[method-assign]
    c1, c3 = lines[2].spaces[0], lines[2].spaces[2]
    centre = {i: layout.side(layout.board.centres[i][0]) for i in range(19)}

    def middle(line: Line) -> float:
        xs = [layout.board.centres[i][0] for i in line.spaces]
        return layout.side(sum(xs) / len(xs))

    low, great = LineCompleted(0, lines[0], 1, 3, False), LineCompleted(0, lines[2], 9, 45, False)
    begin, over = DROP_SECONDS + before_light(48), layout.side(layout.board_area.centre[0])
    placed = (Sound.PLACE, weight_step(24), centre[c3], DROP_SECONDS)
    alive = (Sound.ALIVE, number_step(9), centre[c3], DROP_SECONDS)
    for events, played in (
        ((Placed(0, tile, c3, False),), [placed, alive]),
        ((TakenBack(0, tile, c1),), [(Sound.TAKE_BACK, 0, centre[c1], 0.0)]),
        ((low,), [(Sound.LINE, line_step(1, 3), middle(lines[0]), DROP_SECONDS)]),
        ((low, great), [
            (Sound.LINE, line_step(1, 3), middle(lines[0]), begin),
            (Sound.LINE, line_step(9, 5), middle(lines[2]), begin + BETWEEN_LINES),
            (Sound.STROKE, Stroke(2, 48).level - 1, over, begin + BETWEEN_LINES + 0.2),
        ]),
        ((RayCompleted(0, lines[2], Symbol.SUN),),
         [(Sound.RAY, 0, middle(lines[2]), DROP_SECONDS + 0.2)]),
        ((LineDied(0, lines[0]), LineDied(0, lines[5])), [
            (Sound.LINE_DIES, 0, middle(lines[0]), DROP_SECONDS),
            (Sound.LINE_DIES, 0, middle(lines[5]), DROP_SECONDS + 0.09),
        ]),
    ):  # fmt: skip
        heard.played.clear()
        stage.table.audio.play_events(events, layout)
        timed: list[object] = [
            (s, step, pytest.approx(x), pytest.approx(t)) for s, step, x, t in played
        ]
        assert timed == heard.played
        heard.played.clear()
        others = tuple(replace(event, seat=1) for event in events)
        stage.table.audio.play_events(others, layout)
        assert heard.played == []
        change_settings(player, has_reduced_motion=True)
        heard.played.clear()
        stage.table.audio.play_events(events, layout)
        still: list[object] = [
            (sound, step, pytest.approx(side), 0.0) for sound, step, side, _ in played
        ]
        assert still == heard.played
        change_settings(player, has_reduced_motion=False)
    heard.played.clear()
    stage.table.audio.play_events((Placed(0, tile, c3, False),), layout, LAND_SECONDS)
    assert [delay for *_, delay in heard.played] == [0.0, LAND_SECONDS]
