"""The options of a voice, and the description of a program that speaks."""

from __future__ import annotations

from itertools import pairwise

from game.ui.sound.speech_engine import SpeechOptions, SpeechProgram


def test_the_rate_in_words_a_minute_rises_from_80_to_450() -> None:
    rates = [SpeechOptions(rate=step / 20).words_a_minute for step in range(21)]
    assert (rates[0], rates[10], rates[-1]) == (80, 175, 450)
    assert all(slow < fast for slow, fast in pairwise(rates[2:]))
    assert min(rates) == 80
    # Each step is faster by the same share.
    shares = [fast / slow for slow, fast in pairwise(rates[5:])]
    assert max(shares) - min(shares) < 0.02


def test_usual_options_are_of_middle_rate_and_full_volume_in_the_usual_voice() -> None:
    usual = SpeechOptions()
    assert usual == (0.5, 1.0, "")
    assert usual._asdict() == {"rate": 0.5, "volume": 1.0, "voice": ""}
    assert usual.words_a_minute == 175


def test_a_program_runs_once_a_sentence_and_heeds_rate_and_volume_unless_it_says_otherwise() -> (
    None
):
    program = SpeechProgram("say", lambda code, options: (code, options.voice))
    assert program.arguments("de", SpeechOptions(voice="Anna")) == ("de", "Anna")
    assert (program.cancel, program.plain, program.is_lasting) == ((), None, False)
    assert {*program.can_change} == {"rate", "volume"}
    assert program.ask is None
