"""How everything that sounds is made: effects, music, the caller's voice; never run by a player.

`python -m game.tools.sound [effects|music|voices]…` writes `assets/sounds`, `assets/music` and
`assets/voices` anew. It needs `soundfile` (the extra `sound`), and for the voices the free
synthesiser `espeak-ng` on the path.

    synth        notes, noise, rooms and files: what all are made with
    instruments  one note of each instrument, from a model of what vibrates
    levels       how loud something is, and making it so
    effects      the effects of the game
    music        the notes that the composer plays
    voices       the caller's calls
"""
