"""Estimates of what a board will score, by every ruleset: network, features, and search.

    grid             a board and its tiles as numpy tables
    boards           many boards as arrays, and placing tiles on all at once
    positions        boards with their bags
    chances          how likely the tiles are called that a line or a space needs
    features         the network's inputs
    network          the value network of all rules, in numpy alone
    standard_values  the standard game's own network
    task             what a seat has to decide now, as the estimate's input
    weigh            weighs placements: the whole hand jointly, and one call further
    final            the totals of full boards, with the best closing moves
    luck             the luck of the calls, to take it out of a total
    fingerprint      known results are signed by it: it changes with weights and search

For `master` in the standard game:

    master_search    the network's best choices, one call of lookahead, then rollouts
    shortlist        a quick, learned filter: the spaces that the network should judge at all
    lookahead        one call ahead: every tile that can be called, the best space for each
    rollouts         plays close choices on with the same calls
    race             plays on a little with all close choices, then with the best ones again
    endgame          exact values at the end of a game
    book             the values of the first two placements, computed beforehand
    classic          tables of the classic board, for the three before
"""
