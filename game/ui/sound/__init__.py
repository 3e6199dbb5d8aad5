"""Sound: effects, music, the caller's voice, and the system's speech.

    player, names, voices, music    the protocol that scenes use; effects, calls, moods by name
    mixer, worker                   the real player; its thread, which alone uses the device
    composer, harmony               the music, composed bar by bar in chords
    headroom                        keeps the sum of all sounds below full scale
    speech, speech_queue, reader_voice, speech_engine   reading aloud: the queue of sentences; a
                                    screen reader or voice through Prism; the system's program
    server, muted_stderr            whether a sound server answers; libraries' messages

A placed tile: the scene calls `context.sound.play(Sound.PLACE, step=…)`, the captions note it, the
mixer queues it for the worker, which loads the file and plays it on a channel.
"""
