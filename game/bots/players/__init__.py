"""The computer players: the levels, imitations of people's mistakes, and outside programs.

registry         the players by name, and which are levels; an engine is imported when made
simple           the two yardsticks: a player without a thought, and a builder of lines
people           players who err as people do: each looks at a part of the board only
judging          the three strongest levels, which play by learned estimates
taste            keeps computers of one level from copying each other's boards
playing          whole rounds played by bots, without a table
game_master      places the tiles that a seat owes, for the league's game master (M4)
local_engines    the players of network tables, computed in the calling thread
external         bots of other people: a program or a Python class
external_process  the process of such a bot, and the end of all that it started
external_host     what runs in the process of a bot that is a class
checking         the edge cases with which a bot from outside is tested
"""
