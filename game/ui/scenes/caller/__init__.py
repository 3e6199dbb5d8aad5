"""The caller: it draws tiles for a boxed game and shows each one large.

control  when the next call comes
picture  the called tiles and their numbers, as large as possible
strip    the calls so far; pressing a tile corrects it
picker   asks which tile it was
"""
