"""Sharing a match: text, picture, animation, web page, record.

control    makes texts, pictures, pages and records by the terminal's commands
run        the same of a run
clipboard  the system's program that copies a picture
"""
