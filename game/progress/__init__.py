"""The player's progress: goals, level, challenges, daily deals, puzzles.

A finished match's way: `match_saving` has saved its record; `findings` asks `engine_client` for the
best board and Master's total of its deal and stores them (`deal_totals`); every page then computes
its figures from the stored records anew, and nothing else is stored:

`goals` are tests of matches, `match_goals` finds the first match for each; `level` is the player's
mean without luck, `level_findings` measures the attempts for it; `challenges` are data and a judge,
`challenge_progress` the attempts at them; `daily` computes each day's deal and medals,
`daily_history` the days played; `puzzles` are expensive placements of reviewed rounds, `tonight`
counts wins of an evening. `review_steps` serves the review's page.
"""
