"""The system below the window, as far as pygame does not give it out.

gamepads     SDL's start of gamepads, beside the window
sdl          the library that pygame itself has loaded, asked through ctypes
screens      screens and their room, the scale that Windows asks for, and which window fills one
session_bus  the bus of Linux, passed by where it never answers
"""
