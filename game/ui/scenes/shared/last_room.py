"""The last players on phones, and the games that each of them has won since they met."""

import json
from contextlib import suppress
from dataclasses import dataclass, field

from game.play.table_game import TableGame
from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.meta import ROOM_KEY, MetaObject, with_field
from game.rules.names import show_name
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.scenes.shared.names import name_points


@dataclass(frozen=True, slots=True)
class LastRoom:
    """The last match on phones: edition, whether boards were hidden, and wins by name."""

    edition: str = ""
    has_hidden_boards: bool = False
    wins: dict[str, int] = field(default_factory=dict)

    def words(self, context: Context) -> str:
        """Return the names with their wins; "" without a match."""
        each = [name_points(context, show_name(name), wins) for name, wins in self.wins.items()]
        return " · ".join(each)


def read_last_room(context: Context) -> LastRoom:
    """Read it from the settings; damaged text counts as none."""
    with suppress(ValueError, RecursionError):
        stored = MetaObject(json.loads(context.preferences.last_room or "{}"))
        seats = [(one.text("name"), one.whole("wins") or 0) for one in stored.objects("seats")]
        return LastRoom(stored.text("edition"), stored.is_true("hidden"), dict(seats))
    return LastRoom()


def note_last_room(context: Context, game: TableGame) -> Match:
    """Store the winner of a finished match on phones; wins add up while the same people meet.

    Return the match without the data that only the room needed.
    """
    seats = [i for i, player in enumerate(game.match.players) if player.kind == "human"]
    before, score = read_last_room(context).wins, score_match(game.match)
    names = [game.player(i).name for i in seats]
    old = before if set(before) == set(names) else {}
    best = max(score.players[i].total for i in seats)
    wins = [old.get(game.player(i).name, 0) + (score.players[i].total == best) for i in seats]
    stored = {
        "edition": game.setup.edition,
        "hidden": game.setup.has_hidden_boards,
        "seats": [{"name": name, "wins": count} for name, count in zip(names, wins, strict=True)],
    }
    change_settings(context, last_room=json.dumps(stored, ensure_ascii=False))
    game.save_meta(with_field(game.match.meta, ROOM_KEY, None))
    return game.match
