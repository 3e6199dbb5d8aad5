"""The one suggestion: its rules, and that it never becomes a nag."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from game.progress.level import AttemptPoints, Standing
from game.progress.next_step import (
    CLOSED,
    NEAR,
    REACH,
    SETTLED,
    PlayerRecords,
    Suggestion,
    SuggestionKind,
    choose_step,
    note_closed,
    note_shown,
    note_taken,
    parse_memory,
    possible_steps,
    print_memory,
    step_of_day,
)

DAY = date(2026, 11, 22)


def standing(distance: float) -> Standing:
    return Standing((AttemptPoints(150, 0),), 150.0, 2.0, "squirrel", ("fox", 150 + distance))


def everything(matches: int) -> PlayerRecords:
    return PlayerRecords(matches, "m", 3, DAY, "reach-1", ("daffodil",), standing(2))


records = st.builds(
    PlayerRecords,
    st.just(0),
    st.just("m"),
    st.integers(0, 2),
    st.sampled_from([None, DAY]),
    st.sampled_from(["", "reach-1"]),
    st.sampled_from([(), ("daffodil", "league")]),
    st.sampled_from([Standing(), standing(REACH), standing(REACH + 0.1)]),
)


def after(found: PlayerRecords, matches: int) -> PlayerRecords:
    return PlayerRecords(
        matches,
        found.match,
        found.puzzles,
        found.daily,
        found.challenge,
        found.untried,
        found.standing,
    )


def test_the_most_pressing_comes_first() -> None:
    kinds = [step.kind for step in possible_steps(everything(SETTLED))]
    menu_only = (SuggestionKind.MEDAL, SuggestionKind.RUN)
    assert kinds == [kind for kind in SuggestionKind if kind not in menu_only]
    step = choose_step(everything(9), {})
    assert step == Suggestion(SuggestionKind.PUZZLES, "m", 3)


def test_a_run_that_waits_comes_before_the_days_deal_and_the_days_run_late() -> None:
    waiting = replace(everything(SETTLED), run_waits=4, run_day=DAY)
    kinds = [step.kind for step in possible_steps(waiting)]
    assert kinds[:3] == [SuggestionKind.PUZZLES, SuggestionKind.RUN, SuggestionKind.DAILY]
    assert Suggestion(SuggestionKind.RUN, "", 4) in possible_steps(waiting)
    assert kinds.count(SuggestionKind.RUN) == 1
    today = replace(everything(SETTLED), run_day=DAY)
    steps = possible_steps(today)
    assert steps[-2] == Suggestion(SuggestionKind.RUN, "2026-11-22")
    newcomer = replace(today, matches=SETTLED - 1)
    assert SuggestionKind.RUN not in [step.kind for step in possible_steps(newcomer)]


def test_nothing_is_suggested_to_who_has_done_everything() -> None:
    assert possible_steps(PlayerRecords(100)) == ()
    assert choose_step(PlayerRecords(100), {}) is None


def test_a_level_out_of_reach_and_an_edition_for_a_newcomer_are_not_suggested() -> None:
    far = PlayerRecords(9, standing=standing(REACH + 0.1))
    assert possible_steps(far) == ()
    assert possible_steps(PlayerRecords(9, standing=standing(REACH))) != ()
    assert possible_steps(PlayerRecords(SETTLED - 1, untried=("league",))) == ()


@settings(max_examples=150)
@given(st.lists(st.tuples(records, st.sampled_from(["pass", "take", "close"])), max_size=40))
def test_no_kind_comes_twice_in_a_row_and_all_that_comes_is_possible(
    evening: list[tuple[PlayerRecords, str]],
) -> None:
    memory = parse_memory("")
    before: tuple[Suggestion, int] | None = None
    closed_at: dict[SuggestionKind, int] = {}
    for matches, (told, does) in enumerate(evening):
        found = after(told, matches)
        step = choose_step(found, memory)
        if step is None:
            continue
        assert step in possible_steps(found)
        assert before is None or step != before[0]
        assert before is None or matches > before[1] + 1 or step.kind is not before[0].kind
        assert matches - closed_at.get(step.kind, -99) > CLOSED
        before = step, matches
        memory = note_shown(memory, step, matches)
        assert choose_step(found, memory) == step, "it stays wherever it is shown"
        assert note_shown(memory, step, matches) == memory
        if does == "take":
            memory = note_taken(memory, step, matches)
        elif does == "close":
            memory = note_closed(memory, step, matches)
            closed_at[step.kind] = matches
            assert choose_step(found, memory) is None, "no other card comes instead"
        memory = parse_memory(print_memory(memory))


def test_what_is_passed_over_comes_more_and_more_rarely() -> None:
    memory = parse_memory("")
    shown = []
    for matches in range(60):
        step = choose_step(PlayerRecords(matches, daily=DAY + timedelta(matches)), memory)
        if step is not None:
            shown.append(matches)
            memory = note_shown(memory, step, matches)
    assert shown[:6] == [0, 2, 5, 9, 14, 20]
    memory, shown = parse_memory(""), []
    for matches in range(60):
        step = choose_step(everything(matches), memory)
        if step is not None:
            memory = note_shown(memory, step, matches)
            if step.kind is SuggestionKind.PUZZLES:
                shown.append(matches)
    # The puzzles of another match are others; those of the same one would be the same.
    gaps = [b - a for a, b in pairwise(shown)]
    assert gaps == sorted(gaps)
    assert gaps[0] == 2
    assert gaps[-1] == CLOSED


def test_a_step_once_taken_gives_way_when_it_is_done() -> None:
    found, memory = everything(7), parse_memory("")
    step = choose_step(found, memory)
    assert step == Suggestion(SuggestionKind.PUZZLES, "m", 3)
    memory = note_taken(note_shown(memory, step, 7), step, 7)
    assert memory[SuggestionKind.PUZZLES].passed == 0
    solved = PlayerRecords(7, "m", 0, DAY)
    following = choose_step(solved, memory)
    assert following == Suggestion(SuggestionKind.DAILY, DAY.isoformat())


def test_an_odd_memory_is_forgotten() -> None:
    odd = "daily:4:1:7 daily: x:1:1:1 puzzles:-1:2:2 level:²:1:1 :: edition level:1:2"
    assert parse_memory(odd) == {SuggestionKind.DAILY: (4, 1, 7)}


def test_the_menu_names_something_else_each_day() -> None:
    found = replace(everything(9), missing=1)
    week = [step_of_day(found, DAY + timedelta(n)) for n in range(12)]
    assert all(a != b for a, b in pairwise(week))
    assert set(week) == {*possible_steps(found), Suggestion(SuggestionKind.LEVEL, "1")}
    assert step_of_day(PlayerRecords(9), DAY) is None
    # A challenge may have rules of its own: not before the first game.
    newcomer = replace(everything(0), missing=5)
    firsts = {step_of_day(newcomer, DAY + timedelta(n)) for n in range(12)}
    assert firsts == {Suggestion(SuggestionKind.LEVEL, "5")}


def test_a_medal_missed_yesterday_comes_first_while_today_is_open() -> None:
    found = replace(everything(9), nearly=("gold", 6))
    assert step_of_day(found, DAY) == Suggestion(SuggestionKind.MEDAL, "gold", 6)
    near = replace(found, nearly=("gold", NEAR))
    assert step_of_day(near, DAY) == Suggestion(SuggestionKind.MEDAL, "gold", NEAR)
    for other in (replace(found, daily=None), replace(found, nearly=("gold", NEAR + 1))):
        step = step_of_day(other, DAY)
        assert step is not None
        assert step.kind is not SuggestionKind.MEDAL
