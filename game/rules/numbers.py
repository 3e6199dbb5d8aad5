"""The nine numbers on tiles, three for each direction, ascending (T1)."""

from typing import Final

VERTICAL_NUMBERS: Final = (1, 5, 9)
RISING_NUMBERS: Final = (2, 6, 7)
FALLING_NUMBERS: Final = (3, 4, 8)

BOX_COLOURS: Final = {
    1: "#181820",
    2: "#f4f4fa",
    3: "#ffa6d4",
    4: "#2862ea",
    5: "#8a92a6",
    6: "#ce1830",
    7: "#70de4c",
    8: "#e97204",
    9: "#ffd62c",
}
"""The box's stripe colours (T2), tuned so that numbers sharing a direction stay apart for
colour-blind eyes: red is dark and green is light, blue is dark and orange is light. The window, the
pages and notebooks take them from here."""
