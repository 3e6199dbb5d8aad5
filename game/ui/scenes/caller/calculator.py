"""The score calculator: the table's mode for a board of any origin, by any of the rules."""

from dataclasses import replace
from functools import partial

from game.play.caller import CallerGame, Pace
from game.play.table import TableSetup
from game.rules.boards import BoardName
from game.rules.marks import Mark
from game.rules.ruleset import RayRule, Ruleset
from game.rules.state import Player
from game.storage.codes import new_seed
from game.storage.store import with_identity
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.routes import EntryNextSteps
from game.ui.frame.scene import Navigation, Pop, Push, Replace
from game.ui.frame.topics import labelled
from game.ui.parts import ActionBand, DialogChoice, Maybe, Row, Widget, make_dialog
from game.ui.scenes.caller.entering import EnteredMode
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.shared.names import action_key
from game.ui.scenes.shared.starting import to_title
from game.ui.scenes.shared.table_mode import TableScreen
from game.ui.widgets import Look, Segmented


class CalculatorMode(EnteredMode):
    """A round whose tiles are picked one by one. It is stored only when its player keeps it."""

    pick_key = "entry.pick"

    def __init__(
        self, context: Context, rules: Ruleset | None = None, before: CallerGame | None = None
    ) -> None:
        """A board of the same kind takes over the tiles of another calculator's game, `before`."""
        setup = TableSetup(rules or Ruleset(), (Player(default_name(context, 0)),), new_seed())
        pace, meta = Pace(is_drawn_here=False), with_identity(None)
        game = CallerGame.start(setup, pace, context.engines, meta=meta)
        if before is not None and _kind_of(before.rules) == _kind_of(game.rules):
            for tiles in before.calls:
                game.call(tiles)
            game.enter(0, before.board(0))
        super().__init__(context, game)

    def highest_above(self) -> list[Widget]:
        text, rules = self._context.text, self.game.rules
        names = ("terms.board_name.classic", "entry.daffodil", "entry.daffodil_aside")
        boards = [*zip(_boards(rules.rays), map(text, names), strict=True)]
        rays = [
            (replace(rules, rays=RayRule.NONE), text("entry.rays_none")),
            (replace(rules, rays=RayRule.RAYS), text("entry.rays_count")),
        ]
        return [
            Row(
                Segmented(boards, rules, self._choose, id="boards"),
                Segmented(rays, rules, self._choose, id="rays"),
            )
        ]

    def _choose(self, chosen: Ruleset) -> Navigation | None:
        """Count by other rules; ask first if they need another board, which is empty."""

        def open_other() -> Navigation:
            return Replace(self._context.routes.calculator(chosen, self.game))

        if chosen == self.game.rules:
            return None
        if _kind_of(chosen) == _kind_of(self.game.rules) or not self.game.calls:
            return open_other()
        return self._ask_to_lose("entry.switch_title", DialogChoice("entry.switch", open_other))

    def turn(self, step: int) -> Navigation | None:
        # The next rules of the strip above the board.
        rules = [*_boards(RayRule.NONE), *_boards(RayRule.RAYS)]
        return self._choose(rules[(rules.index(self.game.rules) + step) % len(rules)])

    def title(self) -> tuple[str, str]:
        return self._context.text("box.calculator"), self._typing()

    def instructions(self) -> str:
        key = action_key(self._context, Action.NEXT_CALL)
        return labelled([key, self._context.text(self.pick_key)]) if self._can_pick() else ""

    def leave(self, action: Action, table: TableScreen) -> Navigation | None:
        # The navigation of an exit; ask first if tiles would be lost.
        if action is not Action.CANCEL or not self.game.calls:
            return super().leave(action, table)
        return self._ask_to_lose("entry.leave_title", DialogChoice("entry.leave", Pop))

    def _ask_to_lose(self, title: str, lose: DialogChoice) -> Navigation:
        """Ask before an act that loses the tiles."""
        stay = DialogChoice("entry.stay", look=Look.PRIMARY)
        return Push(make_dialog(self._context, title, "entry.leave_body", lose, stay))

    def below_hand(self, table: TableScreen) -> Maybe:
        if not self._can_pick():
            return super().below_hand(table)
        words = self._context.text(self.pick_key)
        return ActionBand(words, partial(self._pick, table), icon=Icon.PLUS)

    def _next_steps(self) -> EntryNextSteps:
        text = self._context.text
        if self.game.finished() is None:
            return EntryNextSteps(remark=text("entry.not_kept"))
        remark = text("entry.kept_as", mark=text(f"records.mark.{Mark.PHYSICAL.value}"))
        return EntryNextSteps(("entry.keep_and_end", Icon.TROPHY, self._store), remark)

    def _store(self) -> Navigation:
        """Store the board; a match under way stays as it is."""
        finished = self.game.finished()
        if finished is not None:
            self._context.store.file_entered(finished)
        return to_title(self._context)


def _boards(rays: RayRule) -> tuple[Ruleset, ...]:
    daffodil = Ruleset(BoardName.DAFFODIL, rays=rays)
    return Ruleset(rays=rays), daffodil, replace(daffodil, daffodil=4)


def _kind_of(rules: Ruleset) -> tuple[BoardName, bool]:
    return rules.board, rules.has_aside
