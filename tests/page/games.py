"""Matches and pages for the tests, made once."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from game.bots.evaluate import Measured
from game.bots.players.registry import make_bot
from game.cli.play import play_match, seeded_deals
from game.locale import Language, load_catalogue
from game.page.document import make_page
from game.page.making import challenge_data, match_data
from game.rules.match import Match, Player, PlayerKind
from game.rules.ruleset import Ruleset
from game.storage.codes import Deal


@cache
def match_of(rules: str = "classic free single none", seed: str = "5", players: int = 1) -> Match:
    """A match that `greedy` played under people's names."""
    chosen = Ruleset.parse(rules)
    people = tuple(Player(name) for name in ("Ana <i>", "Bob", "Cem")[: players - 1])
    sender = Player("Ana <i>") if not people else Player("Dora", PlayerKind.BOT, "greedy")
    seats = (*people, sender)
    bots = [make_bot("greedy") for _ in seats]
    (deal,) = seeded_deals(chosen, 1, seed)
    return play_match(chosen, seats, bots, deal, [Measured() for _ in seats])


def page_of(
    rules: str = "classic free single none", players: int = 1, with_review: bool = False
) -> str:
    """The page of `match_of`, in English."""
    return make_page(_match_data(rules, players, with_review))


def challenge_of(rules: str, language: Language = Language.ENGLISH) -> str:
    """A page without a match."""
    return make_page(challenge_data_of(rules) | {"language": language.value})


@cache
def _match_data(rules: str, players: int, with_review: bool) -> dict[str, Any]:
    match = match_of(rules, players=players)
    return match_data(match, Language.ENGLISH, with_review=with_review)


@cache
def challenge_data_of(rules: str) -> dict[str, Any]:
    """The data of `challenge_of`."""
    return challenge_data(Deal(Ruleset.parse(rules), "7"), Language.ENGLISH)


def keys_in(program: str) -> set[str]:
    """The catalogue keys that a page's scripts name whole."""
    sections = {key.partition(".")[0] for key in load_catalogue(Language.ENGLISH)}
    named = re.findall(r"\"([a-z_]+(?:\.[a-z_]+)+)\"", program)
    return {key for key in named if key.partition(".")[0] in sections}
