"""Every match that waits to be gone on with."""
