"""A challenge's table, and its task in words and on the board."""

from __future__ import annotations

from dataclasses import replace

from game.locale import write_list
from game.play.choices import SeatChoice, print_seats
from game.play.editions import all_editions
from game.play.table import SEAT_COLOURS, TableSetup
from game.progress.challenges import CHALLENGE_SEED, all_challenges
from game.rules.marks import Mark
from game.rules.match import Player, PlayerKind
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.scenes.shared.challenge import challenge_table, ends_words, task_words
from game.ui.scenes.shared.choosing import choices_of_edition
from tests.golden.pages import changed_pages

CHALLENGES = {challenge.name: challenge for challenge in all_challenges()}


def test_the_table_of_a_challenge_has_its_rivals_its_rules_and_fixed_calls(
    context: Context,
) -> None:
    challenge = CHALLENGES["win-2"]
    change_settings(context, player_name="Ana", seats="")
    first = TableSetup(
        challenge.rules,
        (
            Player("Ana"),
            Player("Duckling", PlayerKind.BOT, "duckling"),
            Player("Magpie", PlayerKind.BOT, "magpie"),
        ),
        CHALLENGE_SEED,
        colours=SEAT_COLOURS[:3],
        marks=frozenset({Mark.CHALLENGE}),
        challenge="win-2",
    )
    assert challenge_table(context, challenge) == first
    choices = choices_of_edition(context, all_editions()[0])
    one, two, three = SEAT_COLOURS[:3]
    seats = (SeatChoice(two, "Zoe", avatar="moon"), SeatChoice(three, bot="fox"))
    change_settings(context, seats=print_seats(replace(choices, seats=seats)))
    chosen = replace(first, colours=(two, one, three), avatars=("moon",))
    assert challenge_table(context, challenge) == chosen


def test_a_task_is_one_sentence_with_its_number_and_its_names(context: Context) -> None:
    tasks = {
        "maximum-5": "Build a board of 307 points, the maximum, with the tiles in this order.",
        "reach-1": "Reach 83 points: Duckling scored that on this deal.",
        "last-19": "Place the last tiles as well as possible: 164 points can be reached.",
        "lines-25": "Complete the marked line.",
        "lines-22": "Complete the 2 marked lines.",
        "win-1": "Beat Magpie.",
        "win-2": "Beat Duckling and Magpie.",
    }
    assert {name: task_words(context, CHALLENGES[name]) for name in tasks} == tasks


def test_the_lines_of_a_task_are_read_by_their_ends(context: Context) -> None:
    challenge = CHALLENGES["lines-8"]
    ends = [line.ends for line in challenge.lines]
    assert ends_words(context, challenge) == write_list(
        context.catalogue, [f"{first}\N{EN DASH}{last}" for first, last in ends]
    )
    assert ends_words(context, CHALLENGES["win-1"]) == ""


def test_the_lines_of_a_task_are_drawn_as_they_were() -> None:
    assert changed_pages("challenge") == []
