"""The code of a player's days: it comes back whole, and nothing else is taken for one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.progress.daily import FIRST_DAY
from game.progress.days_code import MadeDay, read_days_code, write_days_code
from game.rules.errors import FormatError
from game.storage.pasted import CodeKind, write_code

TODAY = FIRST_DAY + timedelta(days=40)


@st.composite
def made_days(draw: st.DrawFn) -> tuple[MadeDay, ...]:
    """Days in order, each once, begun by today."""
    made = []
    for number in sorted(draw(st.sets(st.integers(0, 40)))):
        late = draw(st.integers(0, 40 - number))
        total = draw(st.none() | st.integers(0, 307))
        day = FIRST_DAY + timedelta(days=number)
        made.append(MadeDay(day, day + timedelta(days=late), total))
    return tuple(made)


@given(made_days())
def test_the_days_come_back_as_they_went_out_of_a_mail_too(days: tuple[MadeDay, ...]) -> None:
    code = write_days_code(reversed(days))
    wrapped = "\n> ".join(code[at : at + 60] for at in range(0, len(code), 60))
    for text in (code, f"My days:\n{code}\nSee you!", f"> {wrapped}\n"):
        assert read_days_code(text, TODAY) == days


@given(made_days(), st.data())
def test_a_changed_sign_is_found(days: tuple[MadeDay, ...], data: st.DataObject) -> None:
    code = write_days_code(days)
    at = data.draw(st.integers(code.rindex(".") + 1, len(code) - 2))
    other = data.draw(st.sampled_from("AQgw_-059").filter(lambda sign: sign != code[at]))
    with pytest.raises(FormatError):
        read_days_code(code[:at] + other + code[at + 1 :], TODAY)


@pytest.mark.parametrize(
    "content",
    [
        "0 0 100",
        "1 0 100\n1 0 90",
        "42 1 100",
        "41 2 100",
        "1 0 1000",
        "1 -1 5",
        "1",
        "x",
        "1 0 5\n",
    ],
)
def test_days_that_cannot_be_are_refused(content: str) -> None:
    with pytest.raises(FormatError):
        read_days_code(write_code(CodeKind.DAYS, content.encode()), TODAY)


@pytest.mark.parametrize(("number", "late"), [(40, 0), (40, 1), (41, 0), (1, 40)])
def test_where_the_code_was_written_it_may_be_tomorrow(number: int, late: int) -> None:
    day = FIRST_DAY + timedelta(days=number - 1)
    days = (MadeDay(day, day + timedelta(days=late), 100),)
    assert max(days[0].begun, TODAY) <= TODAY + timedelta(days=1)
    assert read_days_code(write_days_code(days), TODAY) == days


def test_another_text_is_none() -> None:
    assert read_days_code("TIE1D", TODAY) is None
    assert read_days_code("", TODAY) is None
