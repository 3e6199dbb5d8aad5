"""Names in twenty scripts: how they are sent, spoken, and told from those that look alike."""

from __future__ import annotations

from itertools import pairwise

from game.locale import Language, load_catalogue
from game.locale.aloud import word_for_voice
from game.net.journal.names import name_marks
from game.page.data import page_data
from game.page.league import remind_text, report_text, standings_text
from game.page.result import describe_result
from game.play.keeper import LocalKeeper
from game.play.league import league_standings, report_round
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.names import isolate_name, look_of, show_name, show_names
from game.ui.frame.context import Context
from game.ui.frame.topics import Topic
from game.ui.scenes.count.next_steps import count_scene
from tests.storage.matches import play_match
from tests.ui.scenes.stage import Stage
from tests.ui.test_fallback import NAMES


def test_a_text_that_goes_out_isolates_names_from_right_to_left() -> None:
    english = load_catalogue(Language.ENGLISH)
    for name, other in pairwise(NAMES):
        match = show_names(play_match(names=(name, other)))
        sent = [isolate_name(show_name(name)), isolate_name(show_name(other))]
        report = report_round(match, is_open=False)
        assert report is not None
        texts = (
            "\n".join(describe_result(match, 0, english, possible=None, daily=None)),
            report_text(english, "League", match.rules, report),
            standings_text(english, "League", league_standings([match])),
            remind_text(english, "League", [p.name for p in match.players], (1, 19), 0),
            page_data(match, 0, Language.ENGLISH)["summary"]["en"] + sent[1],
        )
        for text in texts:
            assert all(one in text for one in sent), text
            bare = text.replace(sent[0], "").replace(sent[1], "")
            assert "\u2068" not in bare
            assert "\u2069" not in bare


def test_every_name_is_spoken_as_it_is(context: Context) -> None:
    for name, other in pairwise(NAMES[:-1]):
        match = play_match(names=(name, other))
        game = TableGame(TableSetup.from_match(match), LocalKeeper(match))
        begun = play_match(names=(name, other), placements=5)
        table = context.routes.table(TableGame(TableSetup.from_match(begun), LocalKeeper(begun)))
        for scene in (table, count_scene(context, game)):
            top = Stage(context, scene).top
            spoken = " ".join(word_for_voice(context.catalogue, top.read(t)) for t in Topic)
            assert name in spoken
            assert other in spoken
            assert "\u2068" not in spoken


def test_names_that_look_alike_bear_marks_at_a_table_apart() -> None:
    alike = ("Ana", "\u0410n\u0430", "ANA", "Zoë", "Zo\u0451")
    people = {bytes([number]): name for number, name in enumerate((*NAMES, *alike))}
    marks = name_marks(people.items())
    marked = {people[key] for key, mark in marks.items() if mark}
    assert marked == {*alike}
    shown = [f"{look_of(people[key])} {mark}" for key, mark in marks.items()]
    assert len({*shown}) == len(shown)
