"""The calendar of daily deals: `cells` draws its days, `control` reads the results, and
`comparison` shows a total beside those of computers and friends.
"""
