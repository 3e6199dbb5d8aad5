"""The computation of a page's data from a finished match, or from a deal alone."""

from collections.abc import Callable
from random import Random
from typing import Any

from game.bots.coach.review import review_round
from game.bots.players.playing import play_rounds
from game.bots.players.registry import make_bot
from game.locale import Language
from game.page.data import ToBeat, page_data
from game.page.holders import find_holders
from game.page.possible import possible_of
from game.play.own_seats import seat_of_honour
from game.rules.match import Match, Player, PlayerKind, new_match
from game.rules.match_score import has_own_totals
from game.rules.ruleset import Ruleset
from game.storage.codes import Deal, format_code


def match_data(
    match: Match,
    language: Language,
    *,
    with_review: bool,
    beat: ToBeat = ToBeat.ALL,
    on_progress: Callable[[float], None] = lambda share: None,
) -> dict[str, Any]:
    """Return the data of a complete match's page.

    It takes seconds; `on_progress` gets the share done, 0 to 1. A seat with a substitute has no
    review.
    """
    seat = seat_of_honour(match)
    is_one_players = len(find_holders(match)[seat]) == 1
    rounds = len(match.rounds) if with_review and is_one_players else 0
    reviews = []
    for number in range(rounds):

        def tell(share: float, before: int = number) -> None:
            on_progress((before + share) / (rounds + len(match.rounds)))

        review = review_round(match, number, seat, with_master=False, on_progress=tell)
        reviews.append(review)

    def tell_rest(share: float) -> None:
        on_progress((rounds + share * len(match.rounds)) / (rounds + len(match.rounds)))

    possible = possible_of(match, seat, tell_rest) if has_own_totals(match.rules) else None
    return page_data(match, seat, language, beat=beat, possible=possible, reviews=reviews)


def challenge_data(
    deal: Deal,
    language: Language,
    beat: ToBeat = ToBeat.ALL,
) -> dict[str, Any]:
    """Return the data of a deal's page, with Master as the opponent.

    Raises `RulesetError` for rules that need opponents.
    """
    match = _play_by_master(deal.rules, deal.seed)
    possible = possible_of(match, 0) if has_own_totals(match.rules) else None
    return page_data(match, 0, language, code=format_code(deal), beat=beat, possible=possible)


def _play_by_master(rules: Ruleset, seed: str) -> Match:
    match = new_match(rules, (Player("Master", PlayerKind.BOT, "master"),))
    return play_rounds(match, [make_bot("master")], seed, [Random(0)])
