"""The tools that make the repository's data, and the bundles of the program.

Developers and tests run them, players do not, and no other room imports them. `README.md`
documents their use.

    app_icon       writes the icon's files
    sound          writes effects, music and voices
    challenges     makes the challenges and measures their difficulty
    levels         measures the computers' levels
    climb_balance  measures the balance of the Climb
    bundle         packs a folder that starts without Python; `licences` collects its licences
"""
