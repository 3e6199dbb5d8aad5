"""A record's `meta`: what other programs may have written is read by type, or as nothing."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any

from game.rules.match import Match, Player, PlayerKind
from game.rules.meta import (
    MAX_META_LIST,
    MAX_META_TEXT,
    Substitute,
    note_substitute,
    people_here,
    read_meta,
    read_substitutes,
    time_of,
    with_field,
)
from game.rules.ruleset import Ruleset
from tests.each import each

VALUES: dict[str, Any] = {
    "word": "ab",
    "empty": "",
    "longest": "x" * MAX_META_TEXT,
    "long": "x" * (MAX_META_TEXT + 1),
    "nought": 0,
    "number": -7,
    "share": 1.0,
    "yes": True,
    "no": False,
    "none": None,
    "day": "2026-11-21",
    "no_day": "2026-02-30",
    "time": "2026-11-21T10:00:00+00:00",
    "list": ["a", 3, True, 2.0, {"b": 1}, None, "", [3], {}],
    "object": {"b": 1},
    "bare": {},
}
READ: dict[str, dict[str, Any]] = {
    "text": {key: VALUES[key] for key in ("word", "longest", "day", "no_day", "time")},
    "whole": {"nought": 0, "number": -7},
    "is_true": {"yes": True},
    "day": {"day": date(2026, 11, 21)},
    "time": {"time": datetime(2026, 11, 21, 10, tzinfo=UTC)},
    "items": {"list": VALUES["list"]},
    "texts": {"list": ("a", "")},
    "wholes": {"list": frozenset({3})},
    "is_object": {"object": True, "bare": True},
}
"""The result of each reader for a value of its type."""
EMPTY: dict[str, Any] = {
    **dict.fromkeys(("whole", "day", "time")),
    **dict.fromkeys(("is_true", "is_object"), False),
    "text": "", "items": [], "texts": (), "wholes": frozenset(),
}  # fmt: skip


@each(READ)
def test_a_field_of_another_type_is_read_as_an_empty_value(reader: str) -> None:
    meta = read_meta(json.dumps(VALUES))
    for key in (*VALUES, "missing"):
        value = getattr(meta, reader)(key)
        wanted = READ[reader].get(key, EMPTY[reader])
        assert (type(value), value) == (type(wanted), wanted), key
        assert (key in meta) is (key != "missing")


def test_a_text_has_its_own_usual_value_and_a_list_its_longest() -> None:
    meta = read_meta(json.dumps({"a": "", "b": 1, "c": "x", "d": [0] * (MAX_META_LIST + 1)}))
    assert [meta.text(key, "usual") for key in "abce"] == ["usual", "usual", "x", "usual"]
    assert len(meta.items("d")) == MAX_META_LIST


def test_objects_are_read_inside_objects_and_lists() -> None:
    meta = read_meta(json.dumps(VALUES))
    assert meta.object("object").whole("b") == 1
    assert [one.whole("b") for one in meta.objects("list")] == [1, None]
    for other in (meta.object("list"), meta.object("missing"), read_meta(None), read_meta("")):
        assert other.whole("b") is None


@each(
    [
        ("2026-11-21T10:00:00+05:30", True),
        ("1970-01-01T00:00:00+00:00", True),
        ("1969-12-31T23:59:59+00:00", False),
        ("9998-12-31T23:59:59+00:00", True),
        ("9999-01-01T00:00:00+00:00", False),
        ("2026-11-21T10:00:00", False),
        ("2026-11-21", False),
        ("", False),
        (None, False),
        (12, False),
    ]
)
def test_a_time_has_a_zone_and_a_usual_year(text: object, is_read: bool) -> None:
    assert (time_of(text) is not None) is is_read
    if is_read:
        assert time_of(text) == datetime.fromisoformat(str(text))


def test_a_field_is_put_in_replaced_and_removed_and_no_meta_is_empty() -> None:
    assert with_field(None, "a", None) is None
    one = with_field(None, "a", "ț")
    assert one == '{"a": "ț"}'
    two = with_field(one, "b", 0)
    assert two is not None
    assert json.loads(two) == {"a": "ț", "b": 0}
    replaced = with_field(two, "a", 2)
    assert replaced is not None
    assert json.loads(replaced) == {"a": 2, "b": 0}
    assert with_field(two, "b", None) == one
    assert with_field(two, "c", None) == two
    assert with_field(one, "a", None) is None


def test_substitutes_are_noted_in_order_and_read_back() -> None:
    """M5, V3: a computer took a seat that was left, a person came into one."""
    came = [Substitute(1, 4, "Ben", "fox", "fox"), Substitute(0, 9, "Ana", "Cleo")]
    meta: str | None = '{"id": "x"}'
    for one in came:
        meta = note_substitute(meta, one)
    assert read_substitutes(meta) == tuple(came)
    assert read_meta(meta).text("id") == "x"
    changes = [{"seat": 2}, {"seat": "2"}, 5, {"seat": 1, "after_call": -3, "came": "Cleo"}]
    assert read_substitutes(json.dumps({"substitutes": changes})) == (
        Substitute(2, 0, "", ""),
        Substitute(1, 0, "", "Cleo", "Cleo"),
    )
    assert read_substitutes(None) == ()


def test_substitutes_of_a_match_by_post_are_people_and_listed_below_it() -> None:
    change = {"seat": 1, "after_call": 2, "left": "Ben", "came": "Cleo"}
    meta = {"apart": {"substitutes": [change]}, "substitutes": [{"seat": 0}]}
    assert read_substitutes(json.dumps(meta)) == (Substitute(1, 2, "Ben", "Cleo"),)
    assert read_substitutes('{"apart": {}, "substitutes": [{"seat": 0}]}') == ()


@each(
    [
        ({}, (0, 1, 3)),
        ({"table": {"phones": [1, 3]}}, (0,)),
        ({"table": {"phones": [0, 1, 3], "owner": 1}}, (1,)),
        ({"table": {"phones": [3], "owner": 0}}, (0, 1)),
        ({"apart": {"own": [2, 3]}}, (3,)),
        ({"apart": {}, "table": {"phones": [3]}}, ()),
    ]
)
def test_the_people_here_have_no_phone_and_are_not_away(
    meta: dict[str, Any], seats: tuple[int, ...]
) -> None:
    """V3: three people and a computer; in a match by post its `own` are here."""
    people = (Player("Ana"), Player("Ben"), Player("Fox", PlayerKind.BOT, "fox"), Player("Cleo"))
    assert people_here(Match(Ruleset(), people, (), json.dumps(meta))) == seats
