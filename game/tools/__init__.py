"""Tools that make what the repository holds: sounds, challenges, bundle.

People and tests run them; no player does, and nothing outside this room imports them. `README.md`
says how.

    app_icon     the icon's files
    sound        effects, music and voices
    challenges   the challenges, measured
    levels       the computers' levels, measured
    run_balance  the balance of the run
    reference    the reference of the library
    bundle       a folder that starts without Python, by `blas`, `licences` and `debian`
    flatpak      what a Flatpak is built from
    metadata     the project's addresses, for hatchling
"""
