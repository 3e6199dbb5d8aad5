"""How the game starts other programs: on Windows without a console of their own."""

import sys
from typing import Final

NO_CONSOLE: Final = 0x08000000 if sys.platform == "win32" else 0
"""`creationflags` of every program that the game starts: `CREATE_NO_WINDOW`. A console would stand
open as long as it runs, and closing the console would end it.
"""
