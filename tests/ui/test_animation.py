"""Timelines: exact ends, order of callbacks, finishing at once, reduced motion."""

from __future__ import annotations

import itertools

import pytest

from game.ui.draw import animation
from game.ui.draw.animation import Counter, Timeline, Tween

EASINGS = [
    animation.linear,
    animation.ease_out,
    animation.ease_in_out,
    animation.ease_out_back,
    animation.ease_out_bounce,
]


@pytest.mark.parametrize("easing", EASINGS)
def test_easings_start_at_0_and_end_at_1(easing: animation.Easing) -> None:
    assert easing(0.0) == pytest.approx(0, abs=1e-9)
    assert easing(1.0) == pytest.approx(1, abs=1e-9)
    steps = [easing(i / 200) for i in range(201)]
    assert max(abs(b - a) for a, b in itertools.pairwise(steps)) < 0.05, "it jumps"


def test_a_tween_waits_moves_and_stays() -> None:
    tween = Tween(1.0, 10, 20, delay=0.5, easing=animation.linear)
    assert tween.value == 10
    tween.advance(0.5)
    assert tween.value == 10
    tween.advance(0.5)
    assert tween.value == pytest.approx(15)
    tween.advance(5)
    assert tween.value == 20
    assert tween.is_done


def test_a_timeline_calls_back_once_and_forgets() -> None:
    ended: list[str] = []
    time = Timeline()
    time.play("fly", Tween(0.2), lambda: ended.append("fly"))
    assert time.advance(0.1)
    assert 0 < time.value("fly") < 1
    assert time.advance(0.2)
    assert ended == ["fly"]
    assert not time.advance(0.1), "nothing moves any more"
    assert time.value("fly", rest=7) == 7


def test_finishing_runs_callbacks_in_the_order_they_would_have_run() -> None:
    ended: list[str] = []
    time = Timeline()
    time.play("late", Tween(0.5, delay=1), lambda: ended.append("late"))

    def first() -> None:
        ended.append("first")
        time.play("second", Tween(0.3), lambda: ended.append("second"))

    time.play("first", Tween(0.2), first)
    time.finish()
    assert ended == ["first", "second", "late"]
    assert not time.is_running


def test_a_delay_counts_where_all_is_finished_in_order() -> None:
    ended: list[str] = []
    time = Timeline()
    time.play("late", Tween(0.1, delay=1), lambda: ended.append("late"))
    time.play("early", Tween(0.5), lambda: ended.append("early"))
    time.finish()
    assert ended == ["early", "late"]


def test_what_began_earlier_has_less_left_where_all_is_finished_in_order() -> None:
    ended: list[str] = []
    time = Timeline()
    time.wait("long", 1.0, lambda: ended.append("long"))
    time.advance(0.8)
    time.wait("short", 0.5, lambda: ended.append("short"))
    time.finish()
    assert ended == ["long", "short"]


def test_what_a_callback_replaces_does_not_end_in_the_same_step() -> None:
    ended: list[str] = []
    time = Timeline()
    time.play("first", Tween(0.1), lambda: time.play("second", Tween(1)))
    time.play("second", Tween(0.1), lambda: ended.append("second"))
    time.advance(1)
    assert ended == []
    assert time.has("second")


def test_finishing_ends_even_where_a_callback_starts_itself_again() -> None:
    time = Timeline()

    def again() -> None:
        time.play("pulse", Tween(1), again)

    again()
    time.finish()
    assert not time.is_running


def test_a_new_tween_replaces_the_old_without_its_callback() -> None:
    ended: list[str] = []
    time = Timeline()
    time.play("x", Tween(1), lambda: ended.append("old"))
    time.play("x", Tween(1), lambda: ended.append("new"))
    time.finish()
    assert ended == ["new"]


def test_reduced_motion_jumps_but_keeps_the_pace() -> None:
    time = Timeline(is_reduced=True)
    time.play("move", Tween(10, delay=0.5))
    waited: list[bool] = []
    time.wait("pause", 1.0, lambda: waited.append(True))
    time.advance(0.4)
    assert time.value("move") == 0
    time.advance(0.2)
    assert not time.has("move")
    assert not waited
    time.advance(0.5)
    assert waited


def test_a_score_rolls_to_each_total_and_ends_on_its_half() -> None:
    counter = Counter(0)
    shown = []
    while counter.advance(0.07, 13.5):
        shown.append(counter.shown)
    assert shown == sorted(shown)
    assert (shown[-1], counter.shown) == (13.5, 13.5)
    assert len(shown) == 5
    assert all(value == round(value) for value in shown[:-1])
    counter.jump(40)
    assert (counter.shown, counter.advance(0.1, 40)) == (40, False), "it is shown at once"
    assert counter.advance(0.1, 20, is_still=True)
    assert (counter.shown, counter.advance(0.1, 20)) == (20, False)
    # It rolls on from what it shows, and a jump ends that.
    counter.advance(0.1, 120)
    assert (counter.shown, counter.advance(0.1, 20)) == (90, True)
    assert counter.shown == 41
    counter.jump(50)
    assert (counter.advance(0.1, 50), counter.shown) == (False, 50)


def test_values_points_and_colours_are_mixed_in_each_of_their_parts() -> None:
    assert [animation.mix(10, 20, share) for share in (0, 0.25, 1, 1.5)] == [10, 12.5, 20, 25]
    assert animation.mix_point((10, 100), (20, 300), 0.25) == (12.5, 150)
    one, two = (10, 100, 200), (20, 300, 0)
    for share, mixed in (
        (-1, (10, 100, 200)),
        (0, (10, 100, 200)),
        (0.25, (12, 150, 150)),
        (1, (20, 300, 0)),
        (2, (20, 300, 0)),
    ):
        assert animation.mix_colour(one, two, share) == mixed


def test_each_easing_has_its_own_way() -> None:
    ways = {
        animation.linear: (0.25, 0.5, 0.75),
        animation.ease_out: (0.578, 0.875, 0.984),
        animation.ease_in_out: (0.062, 0.5, 0.938),
        animation.ease_out_back: (0.817, 1.088, 1.064),
        animation.ease_out_bounce: (0.207, 0.826, 0.893),
    }
    for easing, values in ways.items():
        assert [round(easing(share), 3) for share in (0.25, 0.5, 0.75)] == list(values)
    falls = [round(animation.ease_out_bounce(share), 2) for share in (0.55, 0.7, 0.85, 0.925)]
    assert falls == [1.0, 0.88, 1.0, 0.97]
