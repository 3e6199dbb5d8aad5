"""Keys and buttons that a player has chosen: nothing is ever bound twice, or lost for good."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.frame.bindings import (
    DEFAULT_BINDINGS,
    ESSENTIAL,
    RESERVED,
    Action,
    Bindings,
    is_pad,
)
from game.ui.frame.topics import TOPICS

CHORDS = st.one_of(
    st.sampled_from(sorted(DEFAULT_BINDINGS.chords)),
    st.sampled_from(["j", "ctrl+j", "|", "=", "pad 8", "pad 12", "shift+return", ";", "é", "f5"]),
)
CHANGES = st.lists(st.tuples(st.sampled_from(Action), CHORDS), max_size=12)


def bound_by(changes: list[tuple[Action, str]]) -> Bindings:
    bindings = DEFAULT_BINDINGS
    for action, chord in changes:
        if bindings.can_take(action, chord):
            bindings = bindings.bind(action, chord)
    return bindings


@given(CHANGES)
def test_bindings_are_read_back_from_their_text(changes: list[tuple[Action, str]]) -> None:
    bindings = bound_by(changes)
    again = Bindings.parse(str(bindings))
    assert {a: again.keys(a) for a in Action} == {a: bindings.keys(a) for a in Action}
    assert str(again) == str(bindings)


@given(CHANGES, st.sampled_from(Action), CHORDS)
def test_what_is_bound_does_it_and_nothing_else_loses_more(
    changes: list[tuple[Action, str]], action: Action, chord: str
) -> None:
    before = bound_by(changes)
    if not before.can_take(action, chord):
        return
    after = before.bind(action, chord)
    assert after.action(chord) is action
    assert chord in after.keys(action)
    for essential in ESSENTIAL:
        assert after.shown(essential)
        assert after.shown(essential, on_pad=True)
    other, old = before.chords.get(chord), before.shown(action, on_pad=is_pad(chord))
    for one in Action:
        if one not in (action, other):
            assert after.keys(one) == before.keys(one)
    if other not in (action, None):
        assert after.shown(action, on_pad=is_pad(chord)) == chord or chord.startswith("[")
        assert len(after.keys(other)) == len(before.keys(other)) - (not old)


def test_a_hint_names_the_chosen_key_and_the_number_pad_only_where_there_is_no_other() -> None:
    for action, on_pad, chord in (
        (Action.UP, False, "up"),
        (Action.CONFIRM, False, "return"),
        (Action.UP_LEFT, False, "[7]"),
        (Action.UP, True, "pad up"),
        (Action.CANCEL, True, "pad 1"),
        (Action.COPY, True, ""),
    ):
        assert DEFAULT_BINDINGS.shown(action, on_pad=on_pad) == chord
    assert [DEFAULT_BINDINGS.action(f"shift+{key}") for key in ("left", "tab", "q")] == [
        Action.LEFT,
        Action.PREVIOUS,
        None,
    ]


DEFAULTS = """
up [8] pad-up            UP             shift+tab pad-4          PREVIOUS
down [2] pad-down        DOWN           home                     FIRST
left [4] pad-left        LEFT           end                      LAST
right [6] pad-right      RIGHT          page_up pageup pad-lt    PAGE_UP
[7] pad-up-left          UP_LEFT        page_down pagedown pad-rt  PAGE_DOWN
[9] pad-up-right         UP_RIGHT       backspace ctrl+z pad-2   TAKE_BACK
[1] pad-down-left        DOWN_LEFT      ctrl+y shift+backspace pad-lt+rs-left  REDO
[3] pad-down-right       DOWN_RIGHT     delete                   DELETE
[5] return enter space pad-0  CONFIRM   n pad-3                  NEXT_CALL
escape pad-1 pad-7       CANCEL         x                        NEXT_TILE
tab pad-5                NEXT           r                        RESTART
ctrl+n                   NEW_DEAL       ctrl+g                   GIVE_UP
h pad-6                  COACH          i pad-9                  EXPLAIN
f1                       HELP           ctrl+c                   COPY
ctrl+v                   PASTE          m                        MUTE
u                        MUSIC          f2 pad-10                SPEECH
f3 pad-rs-up             SAY_NOW        f4 pad-rs-left           SAY_BOARD
f5 pad-rs-right          SAY_LINES      f6 pad-rs-down           SAY_SCORE
f7 pad-lt+rs-up          SAY_AGAIN      f8 pad-lt+rs-right       SAY_HERE
f11 alt+return ctrl+f    FULLSCREEN     ctrl+q                   QUIT
"""
"""The first chords of every action, before its name; a hyphen or an underline is a blank there."""


def test_the_first_keys_and_buttons_are_those_that_players_know() -> None:
    known: dict[str, tuple[str, ...]] = {}
    chords: list[str] = []
    for word in DEFAULTS.split():
        if word in Action.__members__:
            known[word], chords = tuple(chords), []
        else:
            chords.append(word.replace("pad-", "pad ").replace("page_", "page "))
    assert {action.name: DEFAULT_BINDINGS.keys(action) for action in Action} == known


def test_an_essential_action_is_not_robbed() -> None:
    assert not DEFAULT_BINDINGS.can_take(Action.COPY, "pad 0")
    assert DEFAULT_BINDINGS.can_take(Action.NEXT_CALL, "pad 0"), "they change places"
    swapped = DEFAULT_BINDINGS.bind(Action.NEXT_CALL, "pad 0")
    assert swapped.action("pad 3") is Action.CONFIRM


def test_a_chord_that_the_action_has_already_changes_nothing() -> None:
    for action in Action:
        for chord in DEFAULT_BINDINGS.keys(action):
            assert DEFAULT_BINDINGS.can_take(action, chord)
            bound = DEFAULT_BINDINGS.bind(action, chord)
            assert bound.keys(action) == DEFAULT_BINDINGS.keys(action)
    assert Bindings.parse(f"copy = {'x' * 40}").action("x" * 40) is Action.COPY


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "CONFIRM = j | pad 0",
        "no_such_action = j",
        "confirm = j",
        "up = pad up",
        "up =",
        "copy = j | j",
        "copy = a\tb",
        f"copy = {'x' * 41}",
        "copy = j |  | k",
        "copy = j  | k",
        "copy",
    ],
)
def test_damaged_bindings_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"bound|no binding"):
        Bindings.parse(text)


def test_what_a_first_binding_has_taken_since_stays_with_who_bound_it() -> None:
    """Texts of older versions bind chords that another action has at first today."""
    bindings = Bindings.parse("coach = h | pad 9\nhelp = f1 | pad 6")
    assert bindings.action("pad 9") is Action.COACH
    assert bindings.keys(Action.EXPLAIN) == ("i",)


def test_every_button_says_something_and_the_guide_button_nothing() -> None:
    """The system keeps the guide button; reading aloud has a stick of its own."""
    assert "pad 8" not in DEFAULT_BINDINGS.chords
    # No button is left for the lines of one space and for the last words: keys can be changed.
    spoken = {Action.SPEECH, *TOPICS, Action.EXPLAIN} - {Action.SAY_HERE}
    assert all(DEFAULT_BINDINGS.shown(action, on_pad=True) for action in spoken)


def test_no_text_is_the_first_bindings_and_they_leave_names_of_spaces_free() -> None:
    assert str(DEFAULT_BINDINGS) == ""
    assert Bindings.parse("").chords == DEFAULT_BINDINGS.chords
    assert not RESERVED & DEFAULT_BINDINGS.chords.keys()
