"""How everything that sounds is made: effects, music, the caller's voice; never run by a player.

`python -m game.tools.sound [effects|music|voices]…` writes `assets/sounds`, `assets/music` and
`assets/voices` anew. It needs `soundfile` (the extra `sound`), and for the voices the free
synthesiser `espeak-ng` on the path.
"""
