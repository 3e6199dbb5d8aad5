"""The settings: `rows` lists them, `looks` draws some as pictures, `keys` binds keys and
buttons.
"""
