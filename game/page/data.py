"""The data of a web page as plain values: the deal to play, and the result to show afterwards.

The calls to come and the sender's boards are packed, so that they are not read by accident in the
file's text. They are not encrypted.
"""

import json
from base64 import b64encode
from collections.abc import Collection, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final

from game.bots.coach.review import Review
from game.locale import Catalogue, Language, load_catalogue
from game.locale.terms import word_rules
from game.page.holders import SeatHolder, find_holders, key_of_bot, word_holders
from game.page.possible import Possible
from game.page.result import code_of, name_of
from game.page.tables import tables_of
from game.progress.daily import SHARES
from game.rules.boards import BoardName
from game.rules.match import Match, Round
from game.rules.match_score import RoundScore, score_match
from game.rules.numbers import BOX_COLOURS

SECTIONS: Final = ("page.", "terms.direction.", "daily.medal.", "review.verdict.", "score.")
PAGE_KEYS: Final = (
    "terms.title",
    "terms.round",
    "terms.player",
    "terms.daffodil",
    "terms.wild_triple",
    "terms.wild_black",
    "terms.wild_white",
    "terms.wild_pink",
    "terms.count.points",
    "terms.count.lines",
    "breakdown.two_names",
    "breakdown.round_short",
    "settings.auto_call",
    "result.title",
    "result.of_best",
    "result.master",
    "result.lines",
    "review.legend_luck",
    "review.legend_skill",
)
"""The catalogue keys that the page uses."""

_MASTER: Final[dict[str, Any]] = {"name": "", "key": "page.master", "then": []}
"""The holder of the sender's seat on a page without a sender; see `_names`."""


class ToBeat(StrEnum):
    """The totals to beat that the first screen shows, the values of `--beat`."""

    ALL = "all"
    SENDER = "sender"
    NONE = "none"


def page_data(
    match: Match,
    seat: int,
    language: Language,
    *,
    code: str | None = None,
    beat: ToBeat = ToBeat.ALL,
    possible: Possible | None = None,
    reviews: Sequence[Review] = (),
) -> dict[str, Any]:
    """Return all data of a page. `match` is complete; `seat` is the sender's.

    With the `code` of a deal the page has no sender: the match is Master's. `possible` is None if
    other boards affect totals; `reviews` has one entry for each round of `seat`, or none. `beat`
    selects the totals on the first screen.
    """
    has_sender = code is None
    shown_code = code_of(match) if code is None else code
    score = score_match(match)
    holders = find_holders(match)
    players = [
        (_names(holders[index]) if has_sender else _MASTER)
        | {
            "rounds": [
                _round_data(played, index, earned.rounds[number])
                | ({"review": _review_data(played, seat, reviews[number])} if reviewed else {})
                for number, played in enumerate(match.rounds)
                for reviewed in [index == seat and bool(reviews)]
            ],
        }
        for index, earned in enumerate(score.players)
    ]
    best = None if possible is None else [
        [-1 if tile is None else tile.index for tile in result.board] for result in possible.boards
    ]  # fmt: skip
    tables = tables_of(match.rules)
    order = obscure([_calls(played) for played in match.rounds])
    secret = obscure(
        {
            "players": players,
            "seat": seat,
            "best": best,
            "master": None if possible is None else possible.master,
        }
    )
    return {
        "id": _identity(tables, order, secret),
        "language": language.value,
        "languages": {other.value: other.own_name for other in Language},
        "texts": {other.value: _page_texts(load_catalogue(other), holders) for other in Language},
        "about": {
            other.value: _about(load_catalogue(other), match, shown_code) for other in Language
        },
        "tables": tables,
        "colours": BOX_COLOURS,
        "medals": [[medal.value, share] for medal, share in SHARES],
        "bonus": match.rules.bonus is not None,
        "sender": _names(holders[seat]) if has_sender else None,
        "beat": [
            [{key: player[key] for key in ("name", "key", "then")}, earned.total]
            for index, (player, earned) in enumerate(zip(players, score.players, strict=True))
            if beat is ToBeat.ALL or (beat is ToBeat.SENDER and index == seat)
        ],
        "summary": {
            other.value: _summary(load_catalogue(other), holders[seat] if has_sender else None)
            for other in Language
        },
        "deal": order,
        "secret": secret,
    }


def _summary(catalogue: Catalogue, sender: tuple[SeatHolder, ...] | None) -> str:
    """Return the sentence for previews of links."""
    if sender is None:
        return catalogue.text("page.challenge")
    return catalogue.text("page.sent", name=word_holders(sender, catalogue, is_sent=True))


def _identity(*parts: Any) -> str:
    """Return the browser's storage key of the game: different for each deal, rules and match."""
    return sha256(json.dumps(parts).encode()).hexdigest()[:16]


def _names(holders: Sequence[SeatHolder]) -> dict[str, Any]:
    """Return a seat's first holder, with the later ones as `then`; computers have a `key`."""
    catalogue = load_catalogue(Language.ENGLISH)
    first, *then = (
        {"name": holder.name, "key": key_of_bot(holder, catalogue)} for holder in holders
    )
    return first | {"then": then}


def _calls(played: Round) -> list[list[int]]:
    return [[tile.index for tile in tiles] for tiles in played.calls]


def _round_data(played: Round, index: int, earned: RoundScore) -> dict[str, Any]:
    """Return steps as `[call, tile, space, is late]` and closing moves as `[tile, space]`.

    Best rays and bonuses, which depend on other boards, are `[kind, points]`.
    """
    seat = played.seats[index]
    extras = [
        ["best_sun_ray", earned.best_sun],
        ["best_moon_ray", earned.best_moon],
        ["bonus", earned.bonus],
    ]
    return {
        "steps": [
            [call, p.tile.index, p.space, seat.position.is_late(p.tile)]
            for call, turn in enumerate(seat.turns)
            for p in turn.placements
        ],
        "finish": [[p.tile.index, p.space] for p in seat.finish or ()],
        "extras": [[what, points] for what, points in extras if points],
    }


def _review_data(played: Round, index: int, review: Review) -> dict[str, Any]:
    """Return the curve, the number of placements before each of its points, and their costs."""
    seat = played.seats[index]
    missed = {call: len(t.placements) for call, t in enumerate(seat.turns) if t.is_missed}
    curve = []
    steps = 0
    for point in review.curve:
        match point.cause.value:
            case "placement":
                steps += 1
            case "missed":
                steps += missed.get(point.call, 0)
            case "closing":
                steps += len(seat.finish or ())
        value = round(point.value, 1)
        curve.append({"value": value, "luck": point.cause.is_luck, "steps": steps})
    reviewed = iter(review.placements)
    verdicts: list[dict[str, Any] | None] = []
    for turn in seat.turns:
        for _ in turn.placements:
            placed = None if turn.is_missed else next(reviewed)
            if placed is None:
                verdicts.append(None)
                continue
            best = placed.best.placement
            verdicts.append(
                {
                    "cost": round(placed.cost, 2),
                    "verdict": placed.verdict.value,
                    "best": [best.tile.index, best.space],
                }
            )
    return {"curve": curve, "steps": verdicts}


def _page_texts(catalogue: Catalogue, holders: Sequence[Sequence[SeatHolder]]) -> dict[str, Any]:
    """Return the page's sentences, the names of substitutes among them."""
    names = {key_of_bot(holder, catalogue) for held in holders for holder in held}
    return texts_of(catalogue, SECTIONS, {*PAGE_KEYS, *(name for name in names if name)})


def texts_of(
    catalogue: Catalogue, sections: tuple[str, ...], keys: Collection[str]
) -> dict[str, Any]:
    """Return the sentences of whole sections and of single keys: texts, or plural forms."""
    shown: dict[str, Any] = {}
    for key in catalogue:
        if key.startswith(sections) or key in keys:
            forms = {form.value: text for form, text in catalogue.messages[key].forms.items()}
            shown[key] = forms if len(forms) > 1 else forms["other"]
    return shown


def _about(catalogue: Catalogue, match: Match, code: str | None) -> dict[str, str]:
    """Return the deal's name, its rules unless default, and both as the `line` of results."""
    text = catalogue.text
    line = "" if code is None else text("daily.code", code=code)
    is_plain = match.rules.board is BoardName.CLASSIC
    words = word_rules(catalogue, match.rules)[is_plain:]
    if line:
        words.append(line)
    title = name_of(match, catalogue)
    return {"title": title, "rules": " · ".join(words), "line": line}


def obscure(value: Any) -> str:
    """Return a value as obscured JSON, which `unpack` in `assets/page/page.js` reads."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return b64encode(bytes(b ^ ((i * 73 + 41) & 255) for i, b in enumerate(text))).decode()
