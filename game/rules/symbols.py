"""The list of the tiles with a sun (T5); all others have a moon.

No picture of the printed symbols is known. This list is our own: the regular tiles whose three
numbers have places (0 to 2 in their direction) with an even sum, and two wild tiles. An owner of
the boxed game can correct it here.
"""

_SUNS = """
    213 218 614 713 718
    254 653 658 754
    293 298 694 793 798
    *** 2**
"""

SUN_TILES: frozenset[str] = frozenset(_SUNS.split())
"""Texts of the tiles that bear a sun."""
