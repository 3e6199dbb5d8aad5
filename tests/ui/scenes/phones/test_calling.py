"""The screen that calls for phones: its sounds and words, calls by hand, leaving."""

from __future__ import annotations

from random import Random

from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.preferences import change_settings
from game.ui.frame.topics import Topic
from game.ui.parts import MAIN, Dialog
from game.ui.scenes.phones.calling import CallingScene
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.shared.names import tile_words
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.sound.music import Mood
from game.ui.sound.names import Sound
from tests.play.phones import House
from tests.ui.conftest import Heard
from tests.ui.scenes.phones_stage import begins
from tests.ui.scenes.stage import Stage
from tests.ui.test_screen_reader import Said


def calling(stage: Stage) -> CallingScene:
    scene = stage.top
    assert isinstance(scene, CallingScene)
    return scene


def test_a_call_and_a_placement_sound_and_are_told_to_a_reader(
    context: Context, house: House, heard: Heard
) -> None:
    stage = begins(context)
    assert heard.cues[-1].mood is Mood.TABLE
    stage.let(0.5)
    scene = calling(stage)
    match = scene.game.match
    called = "; ".join(tile_words(context, match.rules, one) for one in match.round.calls[-1])
    assert scene.read(Topic.NOW) == f"{called}. Waiting for Anna and Björn."
    assert stage.part("stage").spoken(context) == [called]
    assert Sound.CALL in heard.sounds
    heard.played.clear()
    house.room.poll()
    house.answers(house.phones[0], Random(1))
    stage.let(0.1)
    placed = [(sound, side) for sound, _, side, _ in heard.played]
    assert placed == [(Sound.PICK, 0.5)]
    assert scene.read(Topic.NOW) == f"{called}. Waiting for Björn."
    heard.played.clear()
    house.answers(house.phones[1], Random(1))
    stage.let(3)
    assert [sound for sound, *_ in heard.played if sound is Sound.CALL] == [Sound.CALL]
    assert len(scene.game.match.round.calls) == 2


def test_without_automatic_calls_the_screen_calls_by_its_band_and_its_key(
    context: Context, house: House
) -> None:
    change_settings(context, has_auto_call=False)
    stage = begins(context)
    scene = calling(stage)
    for calls, press in ((1, "band"), (2, "key"), (3, "")):
        stage.let(3)
        if calls == 1 and scene.find(MAIN) is not None:
            stage.click(stage.part(MAIN))
            stage.let(0.1)
        assert len(scene.game.match.round.calls) == calls
        assert scene.find(MAIN) is None, "the phones are awaited"
        house.room.poll()
        for phone in house.phones:
            house.answers(phone, Random(1))
        stage.let(3)
        assert len(scene.game.match.round.calls) == calls
        stage.press("n") if press == "key" else stage.click(stage.part(MAIN))
        stage.let(0.1)


def test_the_pause_leads_on_back_or_away(context: Context, house: House) -> None:
    stage = begins(context)
    stage.let(0.3)
    scene, text = calling(stage), context.text
    stage.press("escape")
    assert isinstance(stage.top, PauseScene)
    for words, page in (("play.rules", RulesScene), ("play.settings", SettingsScene)):
        stage.click(stage.find(text(words)))
        assert isinstance(stage.top, page)
        stage.press("escape")
    # Giving up asks first.
    stage.click(stage.find(text("play.give_up")))
    asked = stage.top
    assert isinstance(asked, Dialog)
    assert asked.body == text("play.give_up_body")
    stage.click(stage.find(text("play.cancel")))
    assert stage.stack.scenes == (scene,)
    stage.give(Command(Action.GIVE_UP))
    stage.click(stage.find(text("play.give_up")))
    assert isinstance(stage.top, TitleScene)
    assert context.store.waiting() == ()
    assert house.server.is_closed


def test_whose_seat_a_computer_takes_is_spoken(context: Context, house: House) -> None:
    stage = begins(context)
    stage.let(0.3)
    said = context.speaker = Said()
    change_settings(context, has_speech=True)
    stage.click(stage.part("over"))
    stage.click(stage.find("Björn"))
    game = calling(stage).game
    assert game.engine_of(1) == "beaver"
    words = context.text("play.taken_over", name="Björn", substitute="Beaver")
    assert words in said.texts
