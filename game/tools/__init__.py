"""Tools that make what the repository holds: sounds, challenges, bundles.

People and tests run them; no player does, and nothing outside this room imports them. `README.md`
says how.

    app_icon     the icon's files
    sound        effects, music and voices
    challenges   the challenges, measured
    levels       the computers' levels, measured
    bundle       a folder that starts without Python, packed; `licences` for what is in it
"""
