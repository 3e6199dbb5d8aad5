"""Players who left a seat, those who came, and their names in results and on pages (M5)."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.bots.players.game_master import master_placements
from game.bots.players.registry import make_bot
from game.bots.service.process import PICTURE_ARGUMENT
from game.locale import Language, load_catalogue
from game.locale.terms import word_rules
from game.page.data import page_data
from game.page.document import make_page
from game.page.holders import SeatHolder, find_holders, word_holders
from game.page.making import match_data
from game.page.result import describe_result, edition_of
from game.play.own_seats import seat_of_honour
from game.play.table import TableSetup
from game.progress.review_steps import seats_to_review
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, PlayerKind, apply, legal_placements, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Miss, Place
from game.rules.names import isolate_name
from game.rules.ruleset import Ruleset
from tests.page.test_commands import save
from tests.page.visitor import Visitor
from tests.rules.random_matches import random_match
from tests.storage.matches import play_match
from tests.terminal import run

PLANES = (
    "Zoë Ștefan", "Анна", "نور‏", "木村", "𝔘𝔫𝔦", "🜁👩‍👩‍👧", "\U000e0041tag", "\U0010fffe",
    "\u202eevil", "a\x00b\x1b[31m", "</script><b>", "x" * 99, "*" * 5, "",
)  # fmt: skip
"""Names from every plane of Unicode, and names that would command something."""


def test_a_foreign_edition_gives_way_to_the_first_of_the_rules() -> None:
    rules = Ruleset()
    for noted, found in (("french", "french"), ("chess", "standard"), ("", "standard")):
        setup = TableSetup(rules, (Player("Ana"),), "42", noted)
        assert edition_of(new_match(rules, setup.players, setup.to_meta())) == found


def test_alone_a_name_is_told_only_where_somebody_else_finished() -> None:
    alone = play_match("7")
    changes = [{"seat": 0, "after_call": 2, "left": "Ana", "came": "Cem", "why": "left"}]
    came = replace(alone, meta=json.dumps({"apart": {"substitutes": changes}}))
    catalogue = load_catalogue(Language.ENGLISH)
    for match, is_told in ((alone, False), (came, True)):
        told = " ".join(describe_result(match, 0, catalogue, possible=None, daily=None))
        assert ("Ana" in told, "Cem" in told) == (is_told, is_told)


def test_a_page_names_the_board_where_it_is_not_the_usual_one() -> None:
    for text, is_named in (
        ("classic free single rays", False),
        ("daffodil-1 free single rays", True),
    ):
        rules = Ruleset.parse(text)
        page = page_data(random_match(rules, 1, Random(1)), 0, Language.ENGLISH)
        _, *others = words = word_rules(load_catalogue(Language.ENGLISH), rules)
        shown = page["about"]["en"]["rules"].split(" · ")
        assert [word for word in shown if word in words] == (words if is_named else others)


def unpack(text: str) -> Any:
    """Return the data that `obscure` in `game.page.data` hid from a passing glance."""
    return json.loads(bytes(b ^ ((i * 73 + 41) & 255) for i, b in enumerate(b64decode(text))))


@cache
def left_by_the_first() -> Match:
    """A league's match of Ana and Ben in which Ana misses the first three calls (M5)."""
    rules = Ruleset.parse("classic free mail none")
    setup = TableSetup(rules, (Player("Ana"), Player("Ben")), "42", substitutes=("fox",))
    match = new_match(rules, setup.players, setup.to_meta())
    match, _ = apply(match, BeginRound())
    bot = make_bot("greedy")
    for number, tiles in enumerate(deal_calls(rules, "42")):
        match, _ = apply(match, Call(tiles))
        for seat in range(2):
            if seat == 0 and number < 3:
                match, _ = apply(match, Miss(seat, master_placements(match, seat)))
                continue
            while legal_placements(match, seat):
                chosen = bot.choose(match, seat, Random(0))
                match, _ = apply(match, Place(seat, chosen.tile, chosen.space))
    assert match.is_complete
    return match


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (Language.ENGLISH, "Ana, then Fox"), (Language.FRENCH, "Ana, puis Renard"),
        (Language.GERMAN, "Ana, dann Fuchs"), (Language.ROMANIAN, "Ana, apoi Vulpea"),
    ],
)  # fmt: skip
def test_m5_both_are_named_in_results(language: Language, words: str) -> None:
    match = left_by_the_first()
    catalogue = load_catalogue(language)
    first, second = find_holders(match)
    assert (word_holders(first, catalogue), word_holders(second, catalogue)) == (words, "Ben")
    seat = seat_of_honour(match)
    told = list(describe_result(match, seat, catalogue, possible=None, daily=None))
    assert told[-1].startswith(words)


def test_a_name_that_runs_to_the_left_is_isolated_only_in_a_text_that_is_sent() -> None:
    holders = (SeatHolder("نور"), SeatHolder("Ana"), SeatHolder("", "fox"))
    shown = word_holders(holders, load_catalogue(Language.ENGLISH))
    sent = word_holders(holders, load_catalogue(Language.ENGLISH), is_sent=True)
    assert shown == "نور, then Ana, then Fox"
    assert sent == shown.replace("نور", isolate_name("نور"))
    assert sent != shown


def test_m5_a_seat_that_was_left_is_neither_shown_first_nor_reviewed() -> None:
    match = left_by_the_first()
    assert seat_of_honour(match) == 1
    assert seats_to_review(match, 0) == (1, 0)
    alone = replace(match, players=(match.players[0], Player("B", PlayerKind.BOT)))
    assert seat_of_honour(alone) == 0
    data = match_data(alone, Language.ENGLISH, with_review=True)
    assert all("review" not in played for played in unpack(data["secret"])["players"][0]["rounds"])
    assert data["sender"]["then"] == [{"name": "fox", "key": "bots.fox.name"}]


def test_those_who_came_apart_are_named_by_the_record() -> None:
    match = left_by_the_first()
    changes = [
        {"seat": 1, "after_call": 2, "left": "Ben", "came": "Cem", "why": "left"},
        {"seat": 1, "after_call": 5, "left": "Cem", "came": "Dora\u202e", "why": "out"},
    ]
    apart = replace(match, meta=json.dumps({"apart": {"substitutes": changes}}))
    assert find_holders(apart) == (
        (SeatHolder("Ana"),), (SeatHolder("Ben"), SeatHolder("Cem"), SeatHolder("Dora")),
    )  # fmt: skip
    # In a room `meta` itself lists them, a computer by its engine (V3).
    here = [{"seat": 1, "after_call": 2, "left": "Ben", "came": "fox", "why": "left"}]
    left, held = find_holders(replace(match, meta=json.dumps({"substitutes": here})))
    assert left == (SeatHolder("Ana"), SeatHolder("greedy", "greedy")), "three calls were missed"
    assert held == (SeatHolder("Ben"), SeatHolder("fox", "fox"))
    named = replace(match, players=(Player("A\u202e\x1bna"), Player(" ")), meta=None)
    (ana, _), (nameless,) = find_holders(named)
    assert (ana, nameless) == (SeatHolder("Ana"), SeatHolder("?"))
    halves = ('{"seat": 1}', '{"seat": 1, "left": "Ben"}', '{"seat": 1, "came": "Cem"}')
    nobody = (f'{{"apart": {{"substitutes": [{half}]}}}}' for half in halves)
    for broken in ("{}", '{"apart": 7}', *nobody):
        first, second = find_holders(replace(match, meta=broken))
        assert [len(first), len(second)] == [2, 1]


def test_the_page_tells_everybody_s_total_and_who_won(visitor: Visitor) -> None:
    match = left_by_the_first()
    visitor.opens(make_page(page_data(match, 1, Language.ENGLISH)))
    assert "Ben has played" in visitor.reads(".lead")
    visitor.presses("#show")
    totals = [player.total for player in score_match(match).players]
    names = ["Ana, then Fox", "Ben"]
    ranked = sorted(zip(totals, names, strict=True), reverse=True)
    told = [e.text for e in visitor.sees("#standings tbody th, #standings tbody .sum")]
    assert told == [word for points, name in ranked for word in (name, f"{points:g}")]
    assert visitor.reads("#verdict").startswith(f"{ranked[0][1]} wins with {ranked[0][0]:g} point")
    visitor.speaks(Language.GERMAN)
    assert "Ana, dann Fuchs" in visitor.reads("#standings")


def test_names_of_every_plane_are_written_everywhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, visitor: Visitor
) -> None:
    match = left_by_the_first()
    for name in PLANES:
        players = (Player(name), Player(f"{name}2", PlayerKind.BOT))
        file = save(tmp_path, replace(match, players=players))
        status, out, err = run(capsys, "score", "--text", "--lang", "en", file)
        assert (status, err) == (0, ""), ascii(name)
        assert not set(out) & set("\0\x1b\u200f\u202e\U000e0041"), ascii(out)
    everybody = replace(match, players=(Player("".join(PLANES[:6])), Player("</script><b>\x1b")))
    file = save(tmp_path, everybody)
    words = ("en", "", "", file, "-o", str(tmp_path / "out.png"))
    assert run(capsys, PICTURE_ARGUMENT, *words) == (0, "", "")
    assert run(capsys, "page", file, "-o", str(tmp_path / "out.html")) == (0, "", "")
    visitor.opens((tmp_path / "out.html").read_text(encoding="utf-8"))
    visitor.presses("#show")
    assert "</script><b>" in visitor.reads("#standings")
