"""X11's errors about single requests, which Xlib answers by ending the program."""


def outlive_x_errors() -> None:
    """Ignore them, as other toolkits do.

    Another program that asks for the copied text and closes its window before SDL answers would
    end the game otherwise.
    """
    import ctypes

    try:
        x11, c = ctypes.CDLL("libX11.so.6"), ctypes.CDLL(None)
    except OSError:
        return
    # A function of C, not of Python, as it is called whatever the interpreter is doing; this one
    # changes nothing.
    x11.XSetErrorHandler(ctypes.cast(c.getpid, ctypes.c_void_p))
