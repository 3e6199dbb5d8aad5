"""The parts of a page, as a tree: one order for drawing, for reading aloud and for the Tab key.

A page is a `PageScene` whose `page()` returns its tree:

    class GreetingScene(PageScene):
        door = 4                                             # the head is the band of You

        def page(self) -> Widget:
            text = self.context.text
            return self.headed(
                text("greeting.title"),
                Panel(                                       # a section for the ear
                    Text(text("greeting.about"), "heading"),
                    TextField(self.context, self.name, self._set_name),
                    Scroll(*(self._row(one) for one in self.guests), share=1),
                    share=1,
                ),
                Row(                                         # the foot: words, and the one action
                    WordLink(text("greeting.rules"), self._rules, leads=True),
                    Spacer(share=1),
                    ActionBand(text("greeting.go"), self._go, icon=Icon.PLAY, id=MAIN),
                    gap=34,
                ),
            )

        def _row(self, guest: Guest) -> Widget:
            return ListRow(self._choose, guest.name, guest.about, is_chosen=guest == self.guest)

Bands: `Head` (made by `headed`), `Door`, `ActionBand` (one a page), `WordLink`, `NumberWord`,
`ListRow`, `WideRow`; over a page `Across` (made by `lifted`; `make_dialog` asks a question) and
`Slab`. They run to the window's edge by themselves, wherever they are placed. One of several values
is `Segmented`. A band hands down its colour: words and icons in it get an ink that can be read
there.
The others:
`Row`, `Column`, `Sides` (below each other in an upright window), `Cells` (a grid), `AlignedRows`
(rows whose parts form columns), `Over` (one on another), `Scroll`, `Panel`, `PressedPanel` (pressed
as a whole); `Text`, `Picture` (painted by hand; `game.ui.draw.bands` has harvests, flags,
hexagons), `Sign` (an icon), `Spacer`; and every widget.
(`bands` has the bands, `boxes` the parts that contain others, `leaves` the rest, `page` the base
class, `dialog` the questions.)

What to know:

- **Lengths are units** (pixels at 1280×800). Along its container a part has its own length, or
  the one of `size=`; `share=` divides the room that is left and ignores what the part contains;
  `grow=` adds a share to its own length. `most=` limits its width; `across=` is its length across.
- **An upright window** makes a page larger as far as all of it has room (`larger`), and places what
  is short in the middle; a foot has its words above the action where both have no room beside each
  other; `is_steady` pages, whose parts take turns, have one scale.
- **Words are plain text**, already in the player's language; a new language calls `page()` anew.
- `condition and Part(…)` leaves a part out and keeps the places of the others. The parts of a
  list that changes carry `id=`.
- **Parts persist.** A part that was there before stays the same object and takes over the
  new one's arguments, all but its own state: a drag, a caret, the pointer over it. So store
  nothing that `page()` made; ask for a part by its `id` (`self.part("go")`).
- **What a part shows comes from the page**: a field shows the text that `page()` gives it, so
  `on_change` must store what was typed; otherwise the next renewal shows the old text again.
- **Renewal is automatic** after every input that was used, on `resize`, and when what covered the
  page is gone; `animate` alone returns `redraw()` when something came from elsewhere.
- `page()` reads no files and asks no engine: `__init__`, `enter` or a controller does.
- `id=MAIN` comes first in tab order and has the focus first; `shortcut=` presses a part by a key;
  `self.rest` names the part that has the focus once a text field is left.
- **Reading aloud** follows the tree: the title and `id=READ_WITH_HEADING` when the page opens; by
  keys these and the focus, the whole page, the panel of the focus, and the parts whose ids are
  `counted`. A row that begins with a `Text` is one sentence, the label first;
  `AlignedRows(has_head=True)` says a column's name before each value. `reads=` says what a
  picture or a ladder shows; `explain=` lets a number be explained; a part with `live=True` is
  read aloud when it changes by itself.
- **Too little room**: scrollers give way first, then a panel's words shrink together, and those of
  the others in its cells or `even` row with them, never below their size at 100 %, then the panel
  scrolls. Say `share=` for what may be of any height.
"""

from game.ui.parts.bands import (
    Across,
    ActionBand,
    Door,
    Head,
    ListRow,
    NumberWord,
    Side,
    Slab,
    WideRow,
)
from game.ui.parts.boxes import (
    AlignedRows,
    Body,
    Cells,
    Column,
    Maybe,
    Over,
    Panel,
    PressedPanel,
    Row,
    Scroll,
    Sides,
)
from game.ui.parts.dialog import Dialog, DialogChoice, make_dialog
from game.ui.parts.leaves import Ink, Picture, Sign, Spacer, Style, Text, coloured
from game.ui.parts.page import PageScene
from game.ui.widgets.base import MAIN, READ_WITH_HEADING, SILENT, Widget, WidgetOptions
from game.ui.widgets.buttons import WordLink

__all__ = [
    "MAIN",
    "READ_WITH_HEADING",
    "SILENT",
    "Across",
    "ActionBand",
    "AlignedRows",
    "Body",
    "Cells",
    "Column",
    "Dialog",
    "DialogChoice",
    "Door",
    "Head",
    "Ink",
    "ListRow",
    "Maybe",
    "NumberWord",
    "Over",
    "PageScene",
    "Panel",
    "Picture",
    "PressedPanel",
    "Row",
    "Scroll",
    "Side",
    "Sides",
    "Sign",
    "Slab",
    "Spacer",
    "Style",
    "Text",
    "WideRow",
    "Widget",
    "WidgetOptions",
    "WordLink",
    "coloured",
    "make_dialog",
]
