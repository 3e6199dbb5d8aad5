"""Records of climbs among the files that commands read."""

from __future__ import annotations

import json

import pytest

from game.cli.climb import print_figures, read_climb_record
from game.climb.record import CLIMB_FORMAT, climb_json, print_climb
from game.rules.errors import FormatError
from game.rules.record import print_record
from tests.each import each
from tests.gallery.climb import play_climb
from tests.storage.matches import play_match


def test_a_climb_is_read_in_each_encoding_and_printed_as_figures() -> None:
    climb = play_climb("7", most=1).record
    text = print_climb(climb)
    for encoding in ("utf-8", "utf-16"):
        assert read_climb_record(text.encode(encoding)) == climb
    assert json.loads(print_figures(climb)) == json.loads(json.dumps(climb_json(climb)))
    assert "\n" not in print_figures(climb)


@each(
    [
        print_record(play_match()),
        f'["{CLIMB_FORMAT}"]',
        f'{{"format": "take-it-easy", "name": "{CLIMB_FORMAT}"}}',
        f'{{"format": "{CLIMB_FORMAT}"',
        "",
    ]
)
def test_what_is_no_record_of_a_climb_is_left_to_other_readers(text: str) -> None:
    assert read_climb_record(text.encode()) is None


def test_a_climb_without_its_stages_is_refused() -> None:
    with pytest.raises(FormatError):
        read_climb_record(f'{{"format": "{CLIMB_FORMAT}", "version": 1}}'.encode())
