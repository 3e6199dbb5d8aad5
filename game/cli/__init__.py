"""The commands that need no window.

A room of its own between `game.__main__`, which reads the arguments, and the rules: it may
import rules, bots, net, locale and storage, and nothing may import it but `game.__main__`.
"""
