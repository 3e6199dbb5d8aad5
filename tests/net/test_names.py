"""Names at a table: as they can be shown, and the marks of those that look alike."""

from __future__ import annotations

from dataclasses import replace

from game.net.journal.names import marked, name_marks, name_players, names_of
from game.net.journal.table import Applicant
from game.rules.names import MAX_NAME_LENGTH, clean_name
from tests.net.lines import ANA, BEN, CAT, begun

KEYS = (ANA, BEN, CAT)


def test_names_that_look_alike_have_a_mark_and_no_others() -> None:
    for names, are_marked in (
        (("Ana", "Ben", "Cat"), (False, False, False)),
        (("Ana", "Ana", "Cat"), (True, True, False)),
        (("Ana", "ANA", "ana"), (True, True, True)),
        # The second one's first letter is Cyrillic.
        (("Ana", "\u0410na", "Cat"), (True, True, False)),
        # Small letters that look alike only as capitals, and the other way round.
        (("\u0421at", "Cat", "Ana"), (True, True, False)),
        (("\u0442im", "\u0422im", "Tim"), (True, True, True)),
    ):
        marks = name_marks(zip(KEYS, names, strict=True))
        assert marks == {
            key: key.hex()[:4] if is_marked else ""
            for key, is_marked in zip(KEYS, are_marked, strict=True)
        }, names


def test_a_marked_name_is_a_valid_name_of_at_most_its_length() -> None:
    assert marked("Ana", "") == "Ana"
    assert marked("Ana", "0101") == "Ana (0101)"
    assert marked(" \u202eAna\n", "0101") == "Ana (0101)"
    long = "x" * MAX_NAME_LENGTH
    assert marked(long, "") == long
    name = marked(long, "0101")
    assert name == "x" * (MAX_NAME_LENGTH - 7) + " (0101)"
    assert clean_name(name) == name


def test_a_match_names_its_players_as_the_table_does() -> None:
    table = begun()
    assert table.match is not None
    assert names_of(table) == ["Ana", "Ben"]
    chairs = tuple(
        replace(chair, player=Applicant(chair.key, name, "fox").player)
        for chair, name in zip(table.chairs, ("\u202eAna", "Ana"), strict=True)
    )
    both = replace(table, chairs=chairs)
    assert names_of(both) == ["Ana (0101)", "Ana (0202)"]
    named = name_players(both, table.match)
    assert [player.name for player in named.players] == names_of(both)
    assert replace(named, players=table.match.players) == table.match
    assert [player.bot for player in named.players] == [None, None]
