"""The keyboard on the screen, for hands without one."""
