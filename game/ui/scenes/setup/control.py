"""The choices of a new match, and the table made from them; no pygame."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from game.play.choices import Choices, SeatChoice, with_rules
from game.play.editions import Edition
from game.play.presets import MOST_PRESETS, Preset, parse_presets, print_presets
from game.play.table import TableSetup
from game.storage.codes import CodeError, Deal, new_seed, read_deal
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.scenes.shared.choosing import choices_of_edition, remember_choices, table_of, troubles


class SetupControl:
    """The choices of a new match; `typed` is a deal's code or a seed, "" for a new deal.

    `record` is the best total by these rules.
    """

    def __init__(self, context: Context, choices: Choices) -> None:
        self._context = context
        self.choices = choices
        self.typed = ""
        self.record: float | None = None
        self._changed: Choices | None = None
        """The player's own rules before an edition replaced them."""

    @property
    def code(self) -> str:
        """The typed code without surrounding blanks."""
        return self.typed.strip()

    @property
    def deal(self) -> Deal | None:
        """The deal of the code; None for a seed, or for an invalid code (see `troubles`)."""
        try:
            deal = read_deal(self.code)
        except CodeError:
            return None
        return deal if isinstance(deal, Deal) else None

    @property
    def troubles(self) -> tuple[str, ...]:
        """Sentences about why this cannot be played (V1), or about an invalid code."""
        reasons = troubles(self._context, self.choices)
        try:
            read_deal(self.code)
        except CodeError as error:
            mistyped = self._context.text(f"storage.code.{error.mistake.value}", **error.values)
            return (*reasons, mistyped)
        return reasons

    def read_record(self) -> None:
        """Read the best total by these rules from the records."""
        rules, handicaps = str(self.choices.rules), self.choices.handicaps
        self.record = self._context.store.profile.best(rules, handicaps)

    def take_card(self, card: Edition) -> None:
        """Choose all rules of an edition, with the same people."""
        self._keep_changes()
        self.choices = choices_of_edition(self._context, card, self.choices)
        self.read_record()

    def take_own(self) -> bool:
        """Restore the player's own rules, with the same people; return whether there were any."""
        changed = self._changed
        if changed is not None:
            self._changed = None
            now = self.choices
            self.choices = replace(
                changed, seats=now.seats, has_hidden_boards=now.has_hidden_boards
            )
            self.read_record()
        return changed is not None

    def _keep_changes(self) -> None:
        """Store rules that are no edition's and have no name."""
        if not self.choices.is_of_card and self.preset is None:
            self._changed = self.choices

    def choose(self, key: str, value: Any) -> None:
        """Change one field of the choices."""
        self.choices = replace(self.choices, **{key: value})
        self.read_record()

    @property
    def presets(self) -> tuple[Preset, ...]:
        """The player's named rules."""
        return parse_presets(self._context.preferences.presets)

    @property
    def preset(self) -> Preset | None:
        """The chosen preset, or None."""
        return next((one for one in self.presets if one.is_chosen(self.choices)), None)

    @property
    def can_save(self) -> bool:
        """Whether the chosen rules are unnamed and there is room for another preset."""
        has_room = len(self.presets) < MOST_PRESETS
        return has_room and self.preset is None and not self.choices.is_of_card

    def take_preset(self, preset: Preset) -> None:
        """Choose a preset's rules; the people stay."""
        self._keep_changes()
        self.choices = preset.fill(self.choices)
        self.read_record()

    def save_preset(self, name: str) -> None:
        """Name the chosen rules, or rename their preset; an empty or used name changes nothing."""
        mine = Preset.of(name, self.choices)
        if mine.name and mine.name not in {one.name for one in self.presets}:
            old = self.preset
            replaced = [mine if one == old else one for one in self.presets]
            self._store_presets(replaced if old is not None else [*replaced, mine])

    def delete_preset(self) -> None:
        """Delete the chosen preset; its rules stay chosen."""
        self._store_presets([one for one in self.presets if one != self.preset])

    def _store_presets(self, presets: Iterable[Preset]) -> None:
        change_settings(self._context, presets=print_presets(presets))

    def choose_seats(self, seats: tuple[SeatChoice, ...]) -> None:
        """Change the players."""
        self.choices = replace(self.choices, seats=seats)

    def type_code(self, typed: str) -> None:
        """Use the rules of a deal's code."""
        self.typed = typed
        deal = self.deal
        if deal is not None:
            self.choices = with_rules(self.choices, deal.rules)
        self.read_record()

    def table(self) -> TableSetup:
        """Return the table; the choices are stored for next time."""
        remember_choices(self._context, self.choices)
        seed = self.code or new_seed()
        return table_of(self._context, self.choices, seed if self.deal is None else self.deal.seed)
