"""The two sides of a table by post, and what carries lines and requests between them.

leader, computers     answer requests, close calls, give seats, play bots
guest                 reads the journal, and repeats requests until the journal answers them
transport, folder     carry both, by a shared folder
turn_files            the same as text to paste
"""
