"""Everything that is heard: effects, music, the caller's voice, and the system's speech.

Scenes know `player`, the protocol, and the names: `names` of effects, `music` of moods and
instruments, `voices` of recorded calls. `mixer` is the real player; it hands everything to
`worker`, the only thread that touches the device. `composer` writes the music bar by bar in the
chords of `harmony`; `headroom` keeps the sum of all sounds below full scale. `speech` speaks
through the system's screen reader or voices (`reader_voice`), or by the system's own program
(`speech_engine`), one sentence after another (`speech_queue`). `server` finds out whether a sound
server answers, `muted_stderr` keeps libraries quiet meanwhile.
"""
