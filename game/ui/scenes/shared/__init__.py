"""Modules that several screens use; none of them is a screen itself."""
