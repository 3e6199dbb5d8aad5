"""The flags for starting other programs without a console on Windows."""

import sys
from typing import Final

NO_CONSOLE: Final = 0x08000000 if sys.platform == "win32" else 0
"""`creationflags` of every program that the game starts: `CREATE_NO_WINDOW`.

A console would stay open as long as the program runs, and closing it would end the program.
"""
