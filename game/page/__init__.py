"""What is sent to people who may not have the game: a short text, and a web page to play on.

`possible` reckons what a deal held, `result` words a match without spoiling it, `data` makes plain
values of a match or a challenge, `document` makes one file of them with `assets/page`.
"""
