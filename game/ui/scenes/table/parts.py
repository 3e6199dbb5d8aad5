"""The parts around the table's picture and the room of both: links or keys, the pause, strips."""

from typing import Final

from game.play.table_game import Phase
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, PointerMoved, PointerPressed
from game.ui.layout.rects import Rect, View, make_view
from game.ui.parts import ActionBand, Over, Text
from game.ui.parts.boxes import natural_height
from game.ui.scenes.shared.names import action_key
from game.ui.scenes.shared.table_layout import HEAD, TableLayout, lay_out_table
from game.ui.scenes.shared.table_mode import TableMode, TableScreen
from game.ui.scenes.table.panels import Panels
from game.ui.widgets import KeyHints, say
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import Form

_WORD_STEPS: Final = 3
"""The steps in which a strip's words shrink."""


class TableParts:
    """Lays out the table, and places the parts around its picture: its mode builds most of them.

    A pointer user has links at the foot, a user of keys or a gamepad their hints. `layout` is None
    before the first `resize`.
    """

    def __init__(
        self, context: Context, mode: TableMode, table: TableScreen, form: Form, panels: Panels
    ) -> None:
        self._context, self._mode, self._table, self._form = context, mode, table, form
        self._control, self._game = mode.control, mode.control.game
        self.layout: TableLayout | None = None
        self._sign, self._links = mode.sign(table), mode.links(table)
        self._added = Over()
        self._hints = KeyHints()
        self._has_pointer = True
        # These widgets are drawn by the picture.
        self._about_coach = Text("", tooltip=lambda: context.text("coach.explain"))
        self._about_score = Text("", tooltip=panels.explain_score)
        row, purse = ("", "") if mode.score_display is None else mode.score_display.abouts()
        self._about_row, self._about_purse = Text("", tooltip=row), Text("", tooltip=purse)

    @property
    def last_band(self) -> ActionBand | Button | None:
        """The band or button that leads on from an uncounted board, once all tiles are placed."""
        band = self._added.places[1]
        is_over = self._game.phase() is Phase.MATCH_OVER
        return band if is_over and isinstance(band, ActionBand | Button) else None

    def note_device(self, intent: Intent) -> None:
        """Show links to a pointer user, key hints to a user of keys or a gamepad."""
        if isinstance(intent, PointerMoved | PointerPressed):
            self._has_pointer = True
        elif isinstance(intent, Command):
            self._has_pointer = False

    def resize(self, view: View, *, has_coach: bool) -> None:
        """Lay out the table in a window."""
        rules, has_strips = self._game.match.rules, any(self._mode.highest_above())
        # Beside the words above a board nothing else is enlarged.
        usual = make_view(view.area.size) if has_strips else view
        layout = lay_out_table(
            usual,
            rules.grid,
            others=len(self._game.others) + (self._mode.rival is not None),
            has_aside=rules.has_aside,
            has_coach=has_coach,
            has_score=self._mode.score_display is not None,
            most_tiles=max(rules.call_sizes),
            is_mirrored=self._context.preferences.is_left_handed,
        )
        if has_strips:
            layout = self._with_strip(layout, usual)
        self._sign.place(layout.sign)
        self._hints.place(layout.hints)
        self._about_coach.is_hidden = layout.coach is None
        if layout.coach is not None:
            self._about_coach.place(layout.coach_rows.cut_top(view.px(30))[0])
        self._laid = layout
        self.arrange()

    def _with_strip(self, layout: TableLayout, view: View) -> TableLayout:
        """Return the layout with room for the highest strip: as high as in the usual `view`, or
        higher as far as the board keeps its size.
        """
        painter = self._context.painter
        head = painter.px(HEAD)

        def with_words_at(scale: float) -> TableLayout:
            with painter.letters_scaled(scale):
                strips = self._mode.highest_above()
                heights = [natural_height(each, painter, layout.strip_width) for each in strips]
            return layout.with_strip(max(heights), view.px(6), head)

        with painter.seen_in(view):
            usual = with_words_at(1.0)
        least = painter.least_word_scale
        for step in range(_WORD_STEPS if least < 1 else 0):
            larger = with_words_at(1 - (1 - least) * step / _WORD_STEPS)
            if larger.board.radius >= usual.board.radius:
                return larger
        return usual

    def arrange(self) -> None:
        """Update the visible parts and their words."""
        game, table, is_by_pointer = self._game, self._table, self._has_pointer
        foot = self._mode.below_hand(table)
        has_action = isinstance(foot, ActionBand)
        layout = self.layout = self._laid.with_action() if has_action else self._laid
        self._place_links(layout)
        self._added.adopt(Over(self._mode.above(table), foot, self._mode.beside(table)))
        px, hand = self._context.painter.px, layout.hand
        below = Rect(hand.x, hand.bottom + px(4), hand.w, px(48))
        places = layout.above, layout.action if has_action else below, layout.beside_hand
        for part, rect in zip(self._added.places, places, strict=True):
            if part:
                part.arrange(self._context, rect)
        for link in self._links:
            link.is_hidden = not (is_by_pointer and say(link.label))
        self._hints.is_hidden = is_by_pointer
        self._about_score.place(layout.harvest)
        self._about_score.is_hidden = True
        self._about_row.place(layout.score_row)
        self._about_purse.place(layout.purse)
        abouts = self._about_coach, self._about_score, self._about_row, self._about_purse
        fixed = self._hints, *abouts
        self._form.replace([self._sign, *self._links, *self._added.leaves(), *fixed])
        can_undo = (
            game.can_take_back()
            or game.can_undo_call()
            or self._control.seat_to_take_back is not None
        )
        take_back = self._form.find(Action.TAKE_BACK)
        if take_back is not None:
            take_back.why_disabled = None if can_undo else ""
        redo = self._form.find(Action.REDO)
        if redo is not None:
            redo.why_disabled = "" if game.undone is None else None
        if not is_by_pointer:
            self._hints.hints = [*self._mode.hints()]
        self._hints.stays = action_key(self._context, Action.CANCEL)

    def _place_links(self, layout: TableLayout) -> None:
        """Lay out the links along the foot.

        Further lines go under the bag, never under the columns. If room is short the gaps shrink,
        and the longest links break.
        """
        painter, line = self._context.painter, layout.hints
        sizes = [link.measure(painter)[0] for link in self._links]
        edge, between = painter.px(20), max(1, len(sizes) - 1)
        window = layout.window
        room = window.right - edge - line.x if layout.is_mirrored else line.right - window.x - edge
        gap = max(painter.px(16), min(painter.px(34), (room - sum(sizes)) // between))
        spare = room - sum(sizes) - gap * between
        for index in sorted(range(len(sizes)), key=lambda index: -sizes[index]):
            least = self._links[index].least_width(painter)
            broken = max(least, sizes[index] + min(0, spare))
            spare += sizes[index] - broken
            sizes[index] = broken
        wide = sum(sizes) + gap * (len(sizes) - 1)
        x = line.centre[0] - wide // 2
        x = max(x, line.x) if layout.is_mirrored else min(x, line.right - wide)
        for link, width in zip(self._links, sizes, strict=True):
            high = max(line.h, link.height_for(painter, width))
            place = line._replace(x=x, w=width).centred(width, high)
            link.place(place.moved(0, min(0, window.bottom - place.bottom)))
            x += width + gap
