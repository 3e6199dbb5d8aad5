"""The waves of sounds: their pitch, length, edges, bands and peaks, on waves of known numbers."""

from __future__ import annotations

import zlib
from pathlib import Path

import numpy as np
import pytest
import soundfile

from game.tools.sound.levels import soft_clipped
from game.tools.sound.synth import (
    MARIMBA,
    ROUND,
    Wave,
    breath,
    degree,
    filtered,
    in_room,
    knock,
    layered,
    moments,
    pitch,
    room,
    shaped,
    tone,
    trimmed,
    true_peak,
    with_serial,
    write_ogg,
)
from game.ui.sound.music import RATE


def sine(hertz: float, length: float = 0.25) -> Wave:
    """A tone of full scale."""
    wave: Wave = np.sin(2 * np.pi * hertz * moments(length))
    return wave


def loudest(wave: Wave) -> float:
    """The frequency of the loudest part."""
    return float(np.abs(np.fft.rfft(wave)).argmax() * RATE / len(wave))


def test_pitches_are_counted_from_middle_c() -> None:
    assert [round(pitch(n), 2) for n in (0, 9, 12, -12)] == [261.63, 440.0, 523.25, 130.81]
    assert [degree(step) for step in range(-1, 7)] == [-3, 0, 2, 4, 7, 9, 12, 14]


def test_a_note_has_its_pitch_its_length_and_no_click() -> None:
    wave = tone(440, 0.5, ROUND, decay=0.2)
    assert len(wave) == len(moments(0.5)) == RATE // 2
    assert moments(0.5)[[0, 1]] == pytest.approx([0, 1 / RATE])
    assert loudest(wave) == pytest.approx(440, abs=3)
    assert (wave[0], abs(wave[-1])) == (0, pytest.approx(0, abs=1e-9))
    early, late = (np.abs(wave[round(at * RATE) :][: RATE // 50]).max() for at in (0.05, 0.25))
    assert late / early == pytest.approx(np.exp(-1), abs=0.03)
    bent = tone(440, 0.5, ((1, 1, 9),), decay=1, bend=2)
    assert loudest(bent[-RATE // 10 :]) == pytest.approx(820, abs=40)
    high = tone(RATE * 0.3, 0.1, ((1, 1, 1), (2, 1, 1)))
    assert loudest(high) == pytest.approx(RATE * 0.3, abs=20), "no partial folds back"
    wooden = tone(300, 0.3, MARIMBA, decay=0.066, attack=0.001)
    assert knock(300, 0.3) == pytest.approx(wooden)


def test_edges_are_soft_and_the_middle_is_left() -> None:
    flat = np.ones(RATE)
    wave = shaped(flat, 0.1, 0.2)
    assert (wave[0], wave[-1], flat.min()) == (0, 0, 1)
    assert wave[RATE // 20] == pytest.approx(0.5, abs=0.001)
    assert wave[-RATE // 10 - 1] == pytest.approx(0.5, abs=0.001)
    assert wave[RATE // 10 : -RATE // 5].min() == 1
    assert len(shaped(np.ones(3), 1, 1)) == 3


def test_a_band_is_left_and_what_is_outside_falls() -> None:
    for low, high, gains in (
        (0.0, 1_000.0, (1, 0.97, 0.06)),
        (1_000.0, RATE / 2, (0.01, 0.24, 1)),
        (250.0, 1_000.0, (0.14, 0.94, 0.06)),
    ):
        waves = [filtered(sine(hertz), low, high) for hertz in (100, 500, 4_000)]
        found = [np.abs(wave[2_000:-2_000]).max() for wave in waves]
        assert found == pytest.approx(gains, abs=0.03)
    steep, gentle = (np.abs(filtered(sine(4_000), 0, 1_000, n)[2_000:-2_000]).max() for n in (3, 1))
    assert (steep, gentle) == (pytest.approx(1 / 64, abs=0.01), pytest.approx(0.24, abs=0.03))


def test_air_glides_from_one_pitch_to_another() -> None:
    wave = breath(0.4, 500, 4_000, np.random.default_rng(1))
    third = len(wave) // 3
    first, last = (np.abs(np.fft.rfft(part)) for part in (wave[:third], wave[-third:]))
    middles = [float((np.arange(len(one)) * one).sum() / one.sum()) for one in (first, last)]
    assert middles[0] * 1.5 < middles[1]


def test_waves_are_added_where_they_begin() -> None:
    one = np.ones(10)
    found = layered((0, 0.5, one), (5 / RATE, 2.0, one))
    assert list(found) == [0.5] * 5 + [2.5] * 5 + [2.0] * 5


def test_a_room_adds_its_answer_in_the_wanted_share() -> None:
    answer = np.zeros((6, 2))
    answer[2], answer[5, 1] = (1, 1), 0.5
    found = in_room(np.array([1.0, 0, 2]), answer, 0.5)
    assert found[:, 0] == pytest.approx([1, 0, 2.5, 0, 1, 0, 0, 0, 0], abs=1e-9)
    assert found[:, 1] == pytest.approx([1, 0, 2.5, 0, 1, 0.25, 0, 0.5, 0], abs=1e-9)


def test_a_room_answers_with_energy_one_and_reaches_each_side_first_in_turn() -> None:
    answer = room(0.3, np.random.default_rng(1))
    assert answer.shape == (round(0.3 * RATE), 2)
    assert (answer**2).sum(axis=0) == pytest.approx([1, 1])
    begins = [np.abs(answer[:400, side]).argmax() / RATE for side in (0, 1)]
    assert begins == pytest.approx([0.0062, 0.008], abs=0.0002)
    middle, end = (np.abs(answer[round(at * RATE) :][:2_000]).max() for at in (0.08, 0.25))
    assert end < middle / 5
    early, late = (np.abs(answer[round(at * RATE) :][:200]).max() for at in (0.001, 0.0225))
    assert early < late


def test_a_wave_is_the_same_file_each_time(tmp_path: Path) -> None:
    wave = 0.5 * np.stack([sine(440, 1.25), sine(660, 1.25)], axis=1)
    path = tmp_path / "new" / "a.ogg"
    size = write_ogg(path, wave)
    raw = path.read_bytes()
    assert size == len(raw)
    assert raw[14:18] == zlib.crc32(b"a.ogg").to_bytes(4, "little")
    found, rate = soundfile.read(path)
    assert (rate, found.shape) == (RATE, wave.shape)
    assert np.abs(found - wave)[2_000:-2_000].max() < 0.05
    assert write_ogg(path, wave, 0.9) > size
    write_ogg(path, wave)
    assert path.read_bytes() == raw
    assert write_ogg(path, wave[:, 0]) < size
    assert soundfile.read(path)[0].shape == (len(wave),)


def test_the_silence_at_an_end_is_cut_off() -> None:
    wave = np.concatenate([np.ones((RATE, 2)), np.full((RATE, 2), 0.001)])
    found = trimmed(wave)
    fall = round(0.03 * RATE)
    assert len(found) == RATE
    assert found[-fall:, 1] == pytest.approx(np.linspace(1, 0, fall))
    assert found[:-fall].min() == wave[:RATE].min() == 1
    assert len(trimmed(wave, 0.0009)) == 2 * RATE


def test_a_peak_between_samples_is_found_wherever_it_is() -> None:
    """A sine of a quarter of the rate, whose samples are all at 0.71 of its peak."""
    wave = np.sin(np.pi / 2 * np.arange(1_000) + np.pi / 4) * np.hanning(1_000)
    assert np.abs(wave).max() < 0.72
    assert true_peak(wave) == pytest.approx(1, abs=0.01)
    for place in (0, 126_500, 139_000):
        moved = np.zeros((140_000, 2))
        moved[place : place + 1_000, 1] = wave
        assert true_peak(2 * moved) == pytest.approx(2, abs=0.02)


def test_what_rises_above_a_peak_is_rounded_off() -> None:
    wave = np.array([-9.0, -0.6, -0.3, 0, 0.3, 0.6, 0.61, 1, 9])
    found = soft_clipped(wave, 1)
    assert list(found[1:6]) == list(wave[1:6]), "straight up to six tenths"
    assert 0.6 < found[6] < 0.61
    assert found[7] == pytest.approx(0.6 + 0.4 * np.tanh(1))
    assert (found[0], found[8]) == (pytest.approx(-1), pytest.approx(1))
    assert soft_clipped(2 * wave, 2) == pytest.approx(2 * found)


def test_a_stream_gets_another_serial_number_and_true_checksums() -> None:
    """The checksum of Ogg is a CRC-32 of its own order of bits, from zero."""

    def page(serial: int, body: bytes) -> bytes:
        head = bytearray(b"OggS" + bytes(10) + serial.to_bytes(4, "little") + bytes(8))
        return bytes(head) + bytes([2, len(body) - 1, 1]) + body

    def checksum(raw: bytes) -> int:
        turned = bytes(int(f"{byte:08b}"[::-1], 2) for byte in raw)
        # zlib begins with ones and ends with a complement.
        crc = zlib.crc32(turned, 0xFFFFFFFF) ^ 0xFFFFFFFF
        return int(f"{crc:032b}"[::-1], 2)

    pages = [page(7, b"abc"), page(7, b"words")]
    found = with_serial(b"".join(pages), 0x01020304)
    assert len(found) == sum(map(len, pages))
    for one, begin in zip(pages, (0, len(pages[0])), strict=True):
        end = begin + len(one)
        bare = found[begin : begin + 22] + bytes(4) + found[begin + 26 : end]
        assert bare == one[:14] + bytes([4, 3, 2, 1]) + one[18:]
        assert int.from_bytes(found[begin + 22 : begin + 26], "little") == checksum(bare)
