"""Writing numbers with a language's marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from decimal import Decimal

Number: TypeAlias = "int | float | Decimal"

MINUS = "−"


def format_number(
    value: Number, decimal_mark: str, group_mark: str, decimals: int | None = None
) -> str:
    """`value` in groups of three digits.

    With `decimals` it is rounded (half away from zero) to that many places and shows all of
    them; without, to at most two, and shows only those that it needs.
    """
    rounded: Number = value
    digits, rest = str(abs(value)), ""
    if not isinstance(value, int) or decimals:
        # The first screen's numbers are whole and wait for no library.
        from decimal import ROUND_HALF_UP, Decimal

        places = 2 if decimals is None else decimals
        rounded = Decimal(str(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
        digits, _, rest = f"{abs(rounded):f}".partition(".")
        if decimals is None:
            rest = rest.rstrip("0")
    head = f"{int(digits):,}".replace(",", group_mark)
    sign = MINUS if rounded < 0 else ""
    return f"{sign}{head}{decimal_mark}{rest}" if rest else sign + head
