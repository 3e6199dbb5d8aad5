"""Numbers with a language's decimal and group marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from decimal import Decimal

Number: TypeAlias = "int | float | Decimal"

MINUS = "−"


def format_number(
    value: Number, decimal_mark: str, group_mark: str, decimals: int | None = None
) -> str:
    """Return `value` in groups of three digits.

    With `decimals` it is rounded (half away from zero) to exactly that many places, without to at
    most two, without trailing zeros.
    """
    rounded: Number = value
    digits, rest = str(abs(value)), ""
    if not isinstance(value, int) or decimals:
        # Whole numbers, the only ones on the first screen, need not load the library.
        from decimal import ROUND_HALF_UP, Decimal

        places = 2 if decimals is None else decimals
        rounded = Decimal(str(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
        digits, _, rest = f"{abs(rounded):f}".partition(".")
        if decimals is None:
            rest = rest.rstrip("0")
    head = f"{int(digits):,}".replace(",", group_mark)
    sign = MINUS if rounded < 0 else ""
    return f"{sign}{head}{decimal_mark}{rest}" if rest else sign + head
