"""Which tiles bear a sun (T5): data, so that the owner of a boxed set can correct it.

The pictures of the rule texts are lost. The pattern below is ours: regular tiles whose
numbers stand at positions with an even sum, and two of the wild tiles. Every tile that is
not listed bears a moon.
"""

_SUNS = """
    213 218 614 713 718
    254 653 658 754
    293 298 694 793 798
    *** 2**
"""

SUN_TILES: frozenset[str] = frozenset(_SUNS.split())
"""Texts of the tiles that bear a sun."""
