"""Estimates of a board's final total by every ruleset: network, features, and search.

A seat's decision becomes a `task` (boards as arrays, `boards` and `grid`); `weigh` puts the hand on
the board in all ways and estimates each result: `features` are the inputs of the `network`, with
`chances` that needed tiles are called; `final` scores full boards with the best closing moves.
`positions` are boards with bags, `luck` is the luck of the calls, `fingerprint` signs stored
results.

For the standard game `standard_values` has its own network, and `master_search` searches: from a
`book` of the first two placements, `shortlist` (a quick filter of spaces), `lookahead` (one call),
`rollouts` compared by `race` (the same calls for close choices), and `endgame` (exact values).
`classic` has tables of the classic board for them.
"""
