"""The nine numbers on tiles, three for each direction, ascending (T1)."""

from typing import Final

VERTICAL_NUMBERS: Final = (1, 5, 9)
RISING_NUMBERS: Final = (2, 6, 7)
FALLING_NUMBERS: Final = (3, 4, 8)
