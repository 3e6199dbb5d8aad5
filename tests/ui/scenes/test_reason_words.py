"""The coach's reasons and lessons in words."""

from __future__ import annotations

from game.bots.coach.reasons import Reason, ReasonKind
from game.rules.boards import CLASSIC
from game.rules.tiles import Symbol
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.shared.reason_words import (
    is_below,
    lesson_words,
    reason_icon,
    reason_words,
    seen_words,
)


def test_rays_are_made_completed_or_broken_in_their_own_words(context: Context) -> None:
    (line, *_), text = CLASSIC.lines, context.text
    ray, points = text("coach.ray.sun"), text("terms.count.points", count=15)
    continues = text("coach.continues-ray", ray=ray, needed=2, count=3)
    for reason, words, icon in (
        (Reason(ReasonKind.COMPLETES_RAY, line, points=15, symbol=Symbol.SUN),
         text("coach.completes-ray", ray=ray, points=points), Icon.CHECK),
        (Reason(ReasonKind.COMPLETES_RAY, line, symbol=Symbol.SUN),
         text("coach.makes-ray", ray=ray), Icon.CHECK),
        (Reason(ReasonKind.BREAKS_RAY, line, symbol=Symbol.SUN),
         text("coach.breaks-ray", ray=ray), Icon.CLOSE),
        (Reason(ReasonKind.CONTINUES_RAY, line, needed=2, remaining=3, symbol=Symbol.SUN),
         continues, Icon.CHECK),
        (Reason(ReasonKind.ALREADY_DEAD, line),
         text(f"coach.already-dead.{line.direction.value}"), Icon.MINUS),
    ):  # fmt: skip
        assert (reason_words(context, reason), reason_icon(reason)) == (words, icon)


def test_a_line_is_begun_or_continued_and_a_mistake_is_seen_by_a_weaker_or_a_better_one(
    context: Context,
) -> None:
    (line, *_), text = CLASSIC.lines, context.text
    way = line.direction.value
    for kind, article in ((ReasonKind.STARTS, "a"), (ReasonKind.CONTINUES, "the")):
        reason = Reason(kind, line, number=9, needed=2, remaining=3)
        name = text(f"coach.{article}.{way}", number=9)
        words = text(f"coach.{kind.value}", line=name, needed=2, count=3)
        assert reason_words(context, reason) == words
    assert reason_words(context, Reason(ReasonKind.SETS_ASIDE)) == text("coach.sets-aside")
    points = text("terms.count.points", count=5)
    for level, seen_by, lost, who in (
        (None, "fox", text("review.lesson.much", call=3), "better"),
        ("fox", "fox", text("review.lesson.lost", points=points, call=3), "better"),
        ("fox", "beaver", text("review.lesson.lost", points=points, call=3), "yours"),
        ("fox", "master", text("review.lesson.lost", points=points, call=3), "better"),
    ):
        named = {"name": bot_name(context, seen_by)} if who == "better" else {}
        asks = text(f"review.lesson.{who}", **named)
        assert lesson_words(context, 2, 5.2, seen_by, level) == f"{lost} {asks}"
        assert is_below(seen_by, level) is (who == "yours")
    for seen_by, key in (("magpie", "even"), ("beaver", "better"), ("fox", "only")):
        words = text(f"review.seen.{key}", name=bot_name(context, seen_by))
        assert seen_words(context, seen_by, None) == words
    assert seen_words(context, "beaver", "fox") == text("review.seen.yours")
