"""Queries of the operating system that pygame does not offer.

gamepads      SDL's start of gamepads, beside the window
reader        whether a screen reader runs, and the window's handle
sdl           the SDL library that pygame has loaded, called through ctypes
screens       screens and their room, Windows' scale, and the window that fills one
session_bus   the session bus of Linux, skipped if it does not answer
silence       servers that never answer: the screen's, the speech server, the bus
x_errors      X11's errors, which would end the program
"""
