"""The process that answers questions to players, coach and solver, beside the window's frames.

runner            gives tasks to the engines; their answers are futures
tasks             the tasks, and the messages that carry them; importing them loads no engine
answer            the future of an answer, with its progress
worker            does tasks one after another, in a process of its own or in the caller's
process           the commands that start Python again, on one of our modules
process_engines   the players of network tables, computed in the engines' process
"""
