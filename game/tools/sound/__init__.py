"""The production of all sounds: effects, music, the caller's voice; never run by a player.

`python -m game.tools.sound [effects|music|voices]…` rewrites `assets/sounds`, `assets/music` and
`assets/voices`. It needs `soundfile` (the extra `sound`), and for the voices the free synthesiser
`espeak-ng` on the path.

    synth, levels         notes, noise, rooms, files; loudness, measured and set
    instruments           one note of each instrument, from a model of its vibration
    effects, music, voices        the recordings, each written as a file

A recipe returns a mono wave; `synth` adds a room, `levels` sets its loudness, and it is written.
"""
