"""Marks by their names in records, and the sets of them that statistics ask for."""

from game.rules.marks import COUNTING, DAYLESS, HANDICAPS, Mark


def test_the_marks_have_the_names_that_records_hold() -> None:
    assert [mark.value for mark in Mark] == [
        "coached", "took_back", "again", "challenge", "timed", "blind", "physical", "other_name",
        "left", "room", "unsigned",
    ]  # fmt: skip


def test_a_handicap_or_a_room_still_counts_and_a_match_that_was_left_has_no_day() -> None:
    assert {mark.value for mark in HANDICAPS} == {"timed", "blind"}
    assert {mark.value for mark in COUNTING} == {"timed", "blind", "room"}
    assert {mark.value for mark in DAYLESS} == {"left", "room"}
