"""Tools that make what the repository holds: pictures, sounds, challenges, manual, bundle.

People and tests run them; no player does, and nothing outside this room imports them.
"""
