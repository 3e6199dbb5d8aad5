"""The computer players: the levels, imitations of people's mistakes, and external programs.

registry         the players by name, and the levels; an engine is imported when created
simple           the two yardsticks: a random player, and a builder of lines
people           players with people's mistakes: each sees only a part of the board
judging          the three strongest levels, which play by learned estimates
taste            keeps computers of one level from copying each other's boards
playing          whole rounds played by bots, without a table
game_master      the league's game master, who places the tiles that a seat owes (M4)
local_engines    the players of network tables, computed in the calling thread
external         bots of other people: a program or a Python class
external_process the process of an external bot, and the end of all that it started
external_host    the main program of the process of a bot that is a class
checking         the edge cases with which an external bot is tested
"""
