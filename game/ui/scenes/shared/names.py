"""The displayed names of editions, computers, rules, matches and keys."""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from game.locale import write_list, write_span
from game.locale.terms import word_rules
from game.play.editions import all_editions, find_edition
from game.play.presets import parse_presets
from game.play.table import TableSetup
from game.rules.boards import ASIDE_INDEX, Board, BoardName
from game.rules.marks import HANDICAPS, Mark
from game.rules.placement import Position
from game.rules.ruleset import CallRule, Ruleset
from game.rules.tiles import Tile
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.sound.voices import WILD_KEYS, caller_words

if TYPE_CHECKING:
    from game.progress.goals import Goal
    from game.rules.match import Match
    from game.rules.match_score import MatchScore
    from game.storage.history import PlayedMatch

_MINUTES: Final = 120
_HOUR: Final = 3_600
"""Seconds from which a duration is written in minutes, or in hours."""

ASKS_FIREWALL: Final = sys.platform == "win32"
"""Whether the system asks once if other computers may reach this program."""


def with_firewall(context: Context, words: str) -> str:
    """Return `words` with a note about the firewall, on systems that ask.

    A user who refuses cannot be reached, and no later message would say why.
    """
    return f"{words} {context.text('together.firewall')}" if ASKS_FIREWALL else words


def edition_name(context: Context, name: str, rules: Ruleset) -> str:
    """Return an edition's name in the player's language.

    A variant is added where the rules differ from the card. Unknown names give the preset with
    these rules, or the name for own rules.
    """
    card = find_edition(name)
    if card is None:
        presets = parse_presets(context.preferences.presets)
        named = next((preset.name for preset in presets if preset.rules == rules), "")
        return named or context.text("editions.custom.name")
    words = context.text(f"editions.{name}.name")
    if rules.daffodil in (None, card.rules.daffodil):
        return words
    return context.text("editions.variant", edition=words, number=rules.daffodil or 1)


def rules_name(context: Context, rules: Ruleset) -> str:
    """Return the name of the edition, the preset or the player's own rules that `rules` are."""
    card = next((card.name for card in all_editions() if card.rules == rules), "")
    return edition_name(context, card, rules)


def table_name(context: Context, setup: TableSetup) -> str:
    """Return a table's name: the daily deal with its day, a challenge, or the edition."""
    if setup.daily is not None:
        from game.progress.daily import FIRST_DAY

        number = (setup.daily - FIRST_DAY).days + 1
        return context.text("daily.label", number=str(number))
    if setup.challenge:
        from game.progress.challenges import number_of

        return context.text("challenges.number", number=str(number_of(setup.challenge)))
    return edition_name(context, setup.edition, setup.rules)


def goal_words(context: Context, goal: Goal) -> str:
    """Return the task of a goal in words."""
    return context.text(f"goals.about.{goal.value}")


def bot_name(context: Context, name: str) -> str:
    """Return a computer player's name in the player's language."""
    key = f"bots.{name}.name"
    if key in context.catalogue:
        return context.text(key)
    if ":" in name:
        from game.bots.players.external import short_name

        return short_name(name)
    return name.replace("-", " ").capitalize()


def tile_name(context: Context, rules: Ruleset, tile: Tile) -> str:
    """Return a tile as written in a sentence (T3, T4): `2–9–4`.

    Rules with suns and moons add the tile's symbol (T5).
    """
    text = context.text
    name = text(WILD_KEYS[str(tile)]) if tile.is_wild else "–".join(str(tile))
    return text(f"terms.with_{tile.symbol.value}", tile=name) if rules.has_symbols else name


def tile_words(context: Context, rules: Ruleset, tile: Tile) -> str:
    """Return a tile for the screen reader, with its sun or moon if the rules use them (T5)."""
    words = caller_words(context.catalogue, tile)
    if tile.is_wild:
        # Colours mean nothing to players who have never seen them.
        words = ", ".join([words, *filter(str.isdecimal, str(tile))])
    if not rules.has_symbols:
        return words
    return context.text(f"heard.spoken.with_{tile.symbol.value}", tile=words)


def spaces_words(context: Context, board: Board, spaces: Iterable[int]) -> str:
    """Return spaces for the screen reader: three or more in sequence as a range, `a1 to a3`."""
    words: list[str] = []
    run: list[int] = []
    for space, following in pairwise((*sorted(spaces), None)):
        assert space is not None
        run.append(space)
        if following == space + 1 and _are_one_column(board, space, following):
            continue
        names = [space_name(context, board, i) for i in run]
        if len(names) > 2:
            names = [context.text("heard.spoken.span", first=names[0], last=names[-1])]
        words += names
        run = []
    return ", ".join(words)


def _are_one_column(board: Board, first: int, second: int) -> bool:
    """Return whether two spaces have the same letter; the daffodil has none."""
    return first != ASIDE_INDEX and board.name_of(first)[0] == board.name_of(second)[0]


def space_name(context: Context, board: Board, space: int) -> str:
    """Return a space's name (B1), or the daffodil's."""
    return context.text("terms.daffodil") if space == ASIDE_INDEX else board.name_of(space)


def spoken_time(context: Context, seconds: float) -> str:
    """Return the remaining time as a sentence for the screen reader."""
    if seconds < _MINUTES:
        return context.text("heard.spoken.seconds_left", count=math.ceil(seconds))
    if seconds < _HOUR:
        return context.text("heard.spoken.minutes_left", count=round(seconds / 60))
    return context.text("heard.spoken.time_left", time=write_span(context.catalogue, seconds))


def seat_words(context: Context, match: Match, seat: int) -> str:
    """Return the player who began in a seat and, if that player left, the one who finished (M5)."""
    from game.page.holders import find_holders, word_holders

    return word_holders(find_holders(match)[seat], context.catalogue)


def beaten_words(context: Context, total: float, computers: Mapping[str, float]) -> str:
    """Return how many of the computers scored less than `total`."""
    text, beaten = context.text, sum(points < total for points in computers.values())
    if beaten == len(computers):
        return text("daily.beaten_all", all=beaten)
    if not beaten:
        return text("daily.beaten_none")
    return text("daily.beaten", count=beaten, all=len(computers))


def name_points(context: Context, name: str, points: str | float) -> str:
    """Return a name and its points, set apart as a name may end in a number."""
    return context.text("breakdown.named", name=name, points=points)


def tonight_words(context: Context, wins: Mapping[str, int]) -> str:
    """Return the wins of people against each other tonight; "" for no wins.

    The hour decides whether the sentence names the day, the evening or the night.
    """
    if not wins:
        return ""
    each = [name_points(context, name, count) for name, count in wins.items()]
    hour = context.store.clock().hour
    key = "late" if hour < _MORNING else "evening" if hour >= _EVENING else "day"
    return context.text(f"finish.tonight.{key}", wins=" · ".join(each))


_MORNING: Final = 5
_EVENING: Final = 18
"""The hours at which the night ends and the evening begins."""


def winner_words(context: Context, match: Match, score: MatchScore) -> str:
    """Return a sentence with the winner, or with all winners of a tie."""
    names = [seat_words(context, match, i) for i in score.winners]
    if len(names) == 1:
        return context.text("score.winner", name=names[0])
    return context.text("score.winners", names=write_list(context.catalogue, names))


def rules_page(rules: Ruleset) -> str | None:
    """Return the page of the rules about a game's special rules; None for the first page."""
    if rules.call is CallRule.MAIL:
        return "7-league"
    if rules.board is BoardName.DAFFODIL:
        return "6-daffodil"
    return None


CLIMB_RULES: Final = "10-climb"
"""The page of the rules about the Climb."""


def rules_words(context: Context, rules: Ruleset) -> str:
    """Return the special rules of a game as a list of terms."""
    return " · ".join(word_rules(context.catalogue, rules))


def rules_beside(context: Context, name: str, rules: Ruleset) -> str:
    """Return the special rules to show beside a table's name; "" where an edition's name says it
    all.
    """
    cards = (card.name for card in all_editions() if card.rules == rules)
    is_said = any(edition_name(context, card, rules) == name for card in cards)
    return "" if is_said else rules_words(context, rules)


def key_name(context: Context, chord: str, platform: str = sys.platform) -> str:
    """Return the name of a key as printed on the keyboard.

    `ctrl+z` is `Ctrl+Z`, in German `Strg+Z`, on macOS `Cmd+Z`. On macOS function keys need Fn.
    """
    is_mac = platform == "darwin"
    for held in ("ctrl", "alt", "shift"):
        if chord.startswith(f"{held}+"):
            rest = key_name(context, chord.removeprefix(f"{held}+"), platform)
            if is_mac and held == "ctrl":
                return f"Cmd+{rest}"
            return context.text(f"keys.{held}", key=rest)
    if is_mac and chord[:1] == "f" and chord[1:].isdecimal():
        return f"Fn+{chord.upper()}"
    if chord.startswith("pad "):
        return _pad_name(context, chord.removeprefix("pad "))
    word = _NAMED_KEYS.get(chord)
    return context.text(f"keys.{word}") if word is not None else chord.upper()


def _pad_name(context: Context, button: str) -> str:
    """Return the name of a gamepad's button or direction."""
    if "+" in button:
        return " + ".join(_pad_name(context, part) for part in button.split("+"))
    if button.isdecimal():
        return _PAD_NAMES.get(button) or context.text("keys.button", number=int(button) + 1)
    parts = [_PAD_NAMES.get(part) or context.text(f"keys.{part}") for part in button.split("-")]
    # The keyboard's arrows have the same words.
    return " ".join(parts if button.startswith(("rs", "lt", "rt")) else ["D-pad", *parts])


def action_key(context: Context, action: Action, platform: str = sys.platform) -> str:
    """Return the key or button of an action on the device last used; "" if it has none."""
    bindings = context.bindings
    chord = bindings.shown(action, on_pad=context.is_pad_held) or bindings.shown(action)
    if platform == "darwin" and chord == "f11":
        # On macOS F11 shows the desktop; Cmd+F fills the screen.
        chord = next((c for c in bindings.keys(action) if c.startswith("ctrl+")), chord)
    return key_name(context, chord, platform) if chord else ""


_PAD_NAMES: Final = {
    "0": "A",
    "1": "B",
    "2": "X",
    "3": "Y",
    "4": "LB",
    "5": "RB",
    "6": "Back",
    "7": "Start",
    "9": "LS",
    "10": "RS",
    "rs": "RS",
    "lt": "LT",
    "rt": "RT",
}

_NAMED_KEYS: Final = {
    "return": "enter",
    "enter": "enter",
    "escape": "escape",
    "backspace": "backspace",
    "delete": "delete",
    "space": "space",
    "tab": "tab",
    "up": "up",
    "down": "down",
    "left": "left",
    "right": "right",
    "page up": "page_up",
    "page down": "page_down",
    "pageup": "page_up",
    "pagedown": "page_down",
}


def handicap_words(context: Context, handicaps: Collection[str]) -> str:
    """Return the handicaps of a game, joined by commas; "" for none."""
    return ", ".join(context.text(f"records.mark.{mark}") for mark in Mark if mark in handicaps)


def attempt_words(context: Context, played: PlayedMatch) -> str:
    """Return why a match does not count; "" for a first, unaided attempt."""
    words = []
    if played.attempt > 1:
        words.append(context.text("records.attempt", number=played.attempt))
    for mark in (mark for mark in Mark if mark not in HANDICAPS):
        # Later attempts are always at a deal seen before.
        if mark in played.marks and not (mark is Mark.AGAIN and played.attempt > 1):
            words.append(context.text(f"records.mark.{mark.value}"))
    return ", ".join(words)


def space_words(
    context: Context, rules: Ruleset, position: Position, space: int, hidden: Collection[int] = ()
) -> str:
    """Return a space with its tile, or that it is free; tiles on `hidden` spaces are face down."""
    text = context.text
    if space == ASIDE_INDEX:
        tiles = "; ".join(tile_words(context, rules, tile) for tile in position.aside)
        if not tiles:
            return text("heard.spoken.daffodil_empty")
        return text("heard.spoken.daffodil", tiles=tiles)
    name, tile = rules.grid.name_of(space), position.tiles[space]
    if tile is None:
        return text("heard.spoken.free", space=name)
    words = text("heard.spoken.face_down") if space in hidden else tile_words(context, rules, tile)
    return text("heard.spoken.taken", space=name, tile=words)


def lying_words(
    context: Context, rules: Ruleset, position: Position, hidden: Collection[int] = ()
) -> str:
    """Return the tiles of a board space by space, for the screen reader."""
    spaces = [i for i, tile in enumerate(position.tiles) if tile is not None]
    spaces += [ASIDE_INDEX] if position.aside else []
    words = [space_words(context, rules, position, space, hidden) for space in spaces]
    return " ".join(words) or context.text("heard.spoken.empty_board")
