"""The desk's figures: marks by call, bonuses under the call that earned them, standings."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from game.bots.players.game_master import master_placements
from game.bots.players.registry import make_bot
from game.locale import Language, load_catalogue
from game.page.league import report_page, report_text, standings_page, standings_text
from game.play.league import Replacement, league_standings, report_round
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Miss, Place
from game.rules.ruleset import Ruleset
from tests.rules.random_matches import random_match

RULES = Ruleset.parse("classic free mail none bonus=call rounds=2")


def play(seed: str, missed: frozenset[tuple[int, int]] = frozenset(), until: int = 99) -> Match:
    """Two rounds of three players up to call `until`; `missed` are calls and seats of round 1."""
    match, bot, random = new_match(RULES, tuple(map(Player, "ABC"))), make_bot("random"), Random(1)
    done = 0
    for number in range(2):
        match, _ = apply(match, BeginRound())
        for call, tiles in enumerate(deal_calls(RULES, f"{seed}{number}")):
            match, _ = apply(match, Call(tiles))
            if done == until:
                return match
            done += 1
            for seat in range(3):
                if number == 0 and (call, seat) in missed:
                    match, _ = apply(match, Miss(seat, master_placements(match, seat)))
                while legal_placements(match, seat):
                    choice = bot.choose(match, seat, random)
                    match, _ = apply(match, Place(seat, choice.tile, choice.space))
    return match


def test_marks_say_who_answered_missed_and_is_waited_for() -> None:
    match = play("7", frozenset({(1, 2), (3, 2), (4, 2)}), until=5)
    report = report_round(match, is_open=True, waited={0, 2})
    assert report is not None
    marks = [[mark.value[0] for mark in seat.marks] for seat in report.seats]
    assert ["".join(row) for row in marks] == ["aaaaawttt", "aaaaaattt", "amammwttt"]
    assert report.answered == (3, 2, 3, 2, 2, 1)
    assert report.seats[2].owed == match.round.calls[4]
    assert report.seats[0].owed == ()


def test_figures_are_those_of_the_score_and_bonuses_stand_where_they_were_earned() -> None:
    match = play("3")
    score = score_match(match)
    for index in range(2):
        report = report_round(match, is_open=False, index=index)
        assert report is not None
        for seat in report.seats:
            found = score.players[seat.seat].rounds[index]
            assert (seat.total, seat.bonus, sum(seat.bonuses)) == (
                found.total, found.bonus, found.bonus,
            )  # fmt: skip
        for call in range(report.most_calls):
            earned = sorted(seat.bonuses[call] for seat in report.seats)
            assert set(earned) <= {0, 5, 10}
            assert 10 in earned or earned == [0, 0, 0]
    assert report is not None
    places = [place for place, _ in report.best_first()]
    assert places[0] == 1
    assert places == sorted(places)


def test_an_earlier_round_waits_for_nobody() -> None:
    calls = len(RULES.call_sizes)
    report = report_round(play("7", until=calls + 2), is_open=True, waited={0, 1, 2}, index=0)
    assert report is not None
    assert {mark.value for seat in report.seats for mark in seat.marks} == {"answered"}
    assert report.answered == (3,) * calls


def test_whoever_leads_an_unfinished_match_has_not_won_it() -> None:
    assert [row.wins for row in league_standings([play("3", until=12)])] == [0, 0, 0]
    assert sum(row.wins for row in league_standings([play("3")])) >= 1


def test_standings_add_up_over_tables_and_rounds() -> None:
    matches = [play("1"), play("2"), play("3", until=4)]
    swapped = replace(matches[1], players=tuple(map(Player, "CAB")))
    rows = league_standings([matches[0], swapped, matches[2]])
    assert {row.name: row.matches for row in rows} == {"A": 3, "B": 3, "C": 3}
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)
    totals = dict.fromkeys("ABC", 0.0)
    for match in (matches[0], swapped, matches[2]):
        for player, earned in zip(match.players, score_match(match).players, strict=True):
            totals[player.name] += earned.total
    assert {row.name: row.total for row in rows} == totals
    assert all(row.lines + row.bonus == row.total for row in rows)
    assert sum(row.wins for row in rows) >= 2
    assert all(row.rounds == 5 for row in rows)
    assert league_standings([]) == ()


def test_who_missed_the_last_call_owes_its_tiles_and_nobody_else() -> None:
    for missed, owes in (({(0, 1)}, False), ({(3, 1)}, True), ({(0, 1), (3, 1)}, True)):
        match = play("7", frozenset(missed), until=4)
        # Call 4 is made and unanswered; before it everybody has answered or missed call 3.
        before = play("7", frozenset(missed), until=4)
        report = report_round(before, is_open=True, waited={0, 1, 2})
        assert report is not None
        assert bool(report.seats[1].owed) is owes
        assert report.seats[0].owed == report.seats[2].owed == ()
        for seat in (0, 1, 2):
            match, _ = apply(match, Miss(seat, master_placements(match, seat)))
            while match.round.seats[seat].hand:
                choice = legal_placements(match, seat)[0]
                match, _ = apply(match, Place(seat, choice.tile, choice.space))
        report = report_round(match, is_open=False)
        assert report is not None
        assert [seat.owed for seat in report.seats] == [match.round.calls[4]] * 3


def test_who_missed_the_last_call_owes_nothing_once_the_master_has_placed_it() -> None:
    last = len(RULES.call_sizes) - 1
    report = report_round(play("7", frozenset({(last, 1)}), until=last + 1), is_open=False, index=0)
    assert report is not None
    assert [seat.marks[last].value for seat in report.seats] == ["answered", "missed", "answered"]
    assert [seat.owed for seat in report.seats] == [(), (), ()]


def test_whoever_came_for_somebody_is_named_in_report_and_standings() -> None:
    """M5: a round that Zoe ended and B began is not hers alone."""
    match, odd = play("7"), '<b>"B"</b>'
    came = (Replacement(1, odd, "B", 3), Replacement(1, "Zoe", "B", 12))
    report = report_round(match, is_open=False, replaced=came)
    rows = league_standings([match], came)
    assert report is not None
    assert [row.came_for for row in sorted(rows, key=lambda row: row.name)] == [
        (),
        (odd, "Zoe"),
        (),
    ]
    for language in Language:
        catalogue = load_catalogue(language)
        texts = (
            report_text(catalogue, "League", RULES, report),
            standings_text(catalogue, "League", rows),
        )
        pages = (
            report_page(catalogue, "League", RULES, report),
            standings_page(catalogue, "League", rows),
        )
        for words in (*texts, *pages):
            assert "Zoe" in words
        assert all(odd in words for words in texts)
        assert not any(odd in words for words in pages)
        early = replace(report, replaced=(Replacement(1, odd, "B", 0),))
        first = catalogue.text("together.report.round_call", round=1, rounds=2, call=1, calls=9)
        assert f"\n{first}" in report_text(catalogue, "League", RULES, early)
        calls = [line for line in texts[0].splitlines() if "Zoe" in line or odd in line]
        rounds = catalogue.text("together.report.round_call", round=2, rounds=2, call=3, calls=9)
        assert calls[1].startswith(rounds)


def test_equal_totals_share_the_better_place() -> None:
    match = random_match(Ruleset.parse("classic free mail none"), 3, Random(4))
    twins = replace(match, players=tuple(Player(f"Twin {i}") for i in range(3)))
    rows = league_standings([match, twins])
    assert [row.place for row in rows] == [1, 1, 3, 3, 5, 5]
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)


def test_equal_totals_share_a_place_and_are_listed_by_name() -> None:
    """S6: the next place is skipped; a match that is not over has no winner."""
    twins = tuple(Player(name) for name in ("Zoe", "Ana", "Ben"))
    match = replace(play("3"), players=twins)
    seat = match.rounds[0].seats[0], match.rounds[1].seats[0]
    alike = replace(
        match,
        rounds=tuple(
            replace(played, seats=(one, one, played.seats[2]))
            for played, one in zip(match.rounds, seat, strict=True)
        ),
    )
    score = score_match(alike).players
    for is_open in (False, True):
        rounds = alike.rounds[: 1 if is_open else 2]
        rows = league_standings([replace(alike, rounds=rounds)])
        ordered = [row.name for row in rows]
        assert ordered.index("Ana") + 1 == ordered.index("Zoe")
        places = {row.name: row.place for row in rows}
        assert places["Ana"] == places["Zoe"]
        assert sorted(places.values()) in ([1, 1, 3], [1, 2, 2])
        assert all(row.matches == 1 and row.rounds == len(rounds) for row in rows)
        assert all((row.wins > 0) is (not is_open and row.place == 1) for row in rows)
        if not is_open:
            assert {row.name: row.total for row in rows} == {
                player.name: one.total for player, one in zip(twins, score, strict=True)
            }
        report = report_round(replace(alike, rounds=rounds), is_open=False)
        assert report is not None
        best = report.best_first()
        by_name = {report.seats[one.seat].name: place for place, one in best}
        assert by_name["Ana"] == by_name["Zoe"]
        assert [one.total for _, one in best] == sorted(
            (s.total for s in report.seats), reverse=True
        )


def test_points_of_several_matches_are_added_and_substitutes_named_once() -> None:
    matches = [play("3"), play("4")]
    rows = {row.name: row for row in league_standings(matches)}
    for seat, name in enumerate("ABC"):
        earned = [score_match(match).players[seat] for match in matches]
        bonus = sum(played.bonus for one in earned for played in one.rounds)
        row = rows[name]
        assert (row.matches, row.rounds, row.bonus) == (2, 4, bonus)
        assert row.total == sum(one.total for one in earned) == row.lines + row.bonus
    assert sum(row.wins for row in rows.values()) >= 2
    came = [Replacement(0, left, "A", 3) for left in ("Zoe", "Kim", "Zoe")]
    standings = {row.name: row.came_for for row in league_standings(matches, came)}
    assert standings == {"A": ("Zoe", "Kim"), "B": (), "C": ()}
    assert league_standings([]) == ()


def test_before_the_first_round_there_is_nothing_to_report() -> None:
    assert report_round(new_match(RULES, tuple(map(Player, "ABC"))), is_open=False) is None
