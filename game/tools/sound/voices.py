"""The caller's voice: a robot, and proud of it.

The free synthesiser espeak-ng says what the caller says of a tile in each language; then its mouth
is put on another throat. A vocoder takes how strong each of a few dozen bands of the speech is from
moment to moment, and gives that shape to a chord of saw teeth in the music's key; hissing sounds
get noise. A share of the plain speech stays, so that every word is understood.
"""

import subprocess
import tempfile
from pathlib import Path
from typing import Final

import numpy as np
import soundfile

from game.locale import Language, load_catalogue
from game.resources import resource_root
from game.rules.tiles import TILES
from game.tools.sound.levels import levelled, soft_clipped
from game.tools.sound.synth import (
    Wave,
    filtered,
    in_room,
    moments,
    pitch,
    room,
    shaped,
    trimmed,
    true_peak,
    write_ogg,
)
from game.ui.sound.music import RATE
from game.ui.sound.voices import caller_words, reading_file, voice_file

LOUDEST_CALL: Final = 0.385
LOUDNESS: Final = -19.8

_SPEAKERS: Final = {
    Language.ENGLISH: ("en-us", 158),
    Language.FRENCH: ("fr-fr", 160),
    Language.GERMAN: ("de", 160),
    Language.ROMANIAN: ("ro", 160),
}
"""The synthesiser's voice for each language, and its words a minute."""

_BANDS: Final = 40
_HOP: Final = 128
_WINDOW: Final = 1_024


def speak(words: str, language: Language) -> Wave:
    """Return the synthesiser's speech, mono. Raises `OSError` if espeak-ng is not installed."""
    voice, speed = _SPEAKERS[language]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spoken.wav"
        command = ["espeak-ng", "-v", voice, "-s", str(speed), "-p", "38", "-w", str(path), words]
        subprocess.run(command, check=True, capture_output=True)
        speech, rate = soundfile.read(path)
    length = round(len(speech) * RATE / rate)
    bins = np.fft.rfft(speech)
    finer = np.zeros(length // 2 + 1, complex)
    finer[: len(bins)] = bins[: len(finer)]
    wave: Wave = np.fft.irfft(finer, length) * length / len(speech)
    loud = np.flatnonzero(np.abs(wave) > 0.01 * np.abs(wave).max())
    return shaped(wave[loud[0] : loud[-1] + 1], 0.004, 0.02)


def _frames(wave: Wave) -> Wave:
    padded = np.concatenate([np.zeros(_WINDOW), wave, np.zeros(_WINDOW)])
    count = (len(padded) - _WINDOW) // _HOP
    index = np.arange(_WINDOW) + _HOP * np.arange(count)[:, None]
    frames: Wave = padded[index] * np.hanning(_WINDOW)
    return frames


def _bands() -> Wave:
    """Return the share of each bin in each band, shape (bands, bins); evenly spaced to the ear."""
    f = np.fft.rfftfreq(_WINDOW, 1 / RATE)
    mel = 2595 * np.log10(1 + f / 700)
    edges = np.linspace(mel[2], 2595 * np.log10(1 + 9_000 / 700), _BANDS + 2)
    up = (mel - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    down = (edges[2:, None] - mel) / (edges[2:] - edges[1:-1])[:, None]
    shares: Wave = np.clip(np.minimum(up, down), 0, 1)
    return shares


def _throat(length: float) -> Wave:
    """The chord the robot speaks on: it begins on the fifth and comes home to C."""
    t = moments(length)
    glide = np.interp(t / length, [0, 0.3, 0.4, 0.62, 0.75, 1], [-5, -5, -8, -8, -12, -12.4])
    out = np.zeros_like(t)
    for interval, loudness in ((0.0, 1.0), (0.07, 0.7), (7.02, 0.32), (12.0, 0.4)):
        phase = np.cumsum(pitch(0) * 2 ** ((glide + interval) / 12)) / RATE
        out += loudness * (2 * (phase % 1) - 1)
    return out


def as_robot(speech: Wave) -> Wave:
    """Speech through the vocoder, mono and dry."""
    length = len(speech) / RATE
    chance = np.random.default_rng(5)
    hiss = chance.standard_normal(len(speech))
    bands = _bands()
    spoken = np.fft.rfft(_frames(speech))
    shape = np.sqrt((np.abs(spoken) ** 2) @ bands.T)
    out = np.zeros(len(speech) + 3 * _WINDOW)
    for carrier, low, high in ((_throat(length), 0, 27), (hiss, 24, _BANDS)):
        sung = np.fft.rfft(_frames(carrier))
        loudness = np.sqrt((np.abs(sung) ** 2) @ bands.T) + 1e-6
        gain = shape / loudness
        gain[:, :low] = gain[:, high:] = 0
        pieces = np.fft.irfft(sung * (gain @ bands)) * np.hanning(_WINDOW)
        for i, piece in enumerate(pieces):
            out[i * _HOP : i * _HOP + _WINDOW] += piece
    return out[_WINDOW : _WINDOW + len(speech)]


def _even(wave: Wave) -> Wave:
    """Loud and soft syllables nearer to each other."""
    window = round(0.03 * RATE)
    power = np.convolve(wave**2, np.ones(window) / window, "same")
    level = np.sqrt(power) + 1e-9
    top = level.max()
    evened: Wave = wave * np.minimum(3.0, (top / level) ** 0.45)
    return evened


def synthesise_call(words: str, language: Language) -> Wave:
    """Return the caller's speech; stereo, at its level."""
    speech = speak(words, language)
    robot, plain = as_robot(speech), filtered(speech, 160, 7_000, 1)
    mixed = 0.62 * robot / robot.std() + 0.5 * plain / plain.std()
    dry = _even(filtered(mixed, 130, 7_500, 2))
    # A sound that starts in the middle of a wave clicks.
    dry = shaped(soft_clipped(dry, 0.5 * true_peak(dry)), 0.006, 0.02)
    wet = in_room(dry, room(0.35, np.random.default_rng(11)), 0.1)
    return levelled(trimmed(wet, 0.004), LOUDNESS, LOUDEST_CALL)


def write_voices() -> int:
    """Write every tile's call and the hint on reading aloud in every language; return the bytes."""
    folder = resource_root() / "assets" / "voices"
    written = 0
    for language in Language:
        catalogue = load_catalogue(language)
        sentences = {voice_file(language, tile): caller_words(catalogue, tile) for tile in TILES}
        sentences[reading_file(language)] = catalogue.text("heard.spoken.how")
        for name, words in sentences.items():
            written += write_ogg(folder / name, synthesise_call(words, language).mean(axis=1), 0.3)
    return written
