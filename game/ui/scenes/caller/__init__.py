"""The caller: it draws tiles for a game with the real box, and shows each one large.

control     the clock of the calls: ready, calling, over
picture     the called tiles and their numbers, as large as possible
strip       the calls so far; pressing a tile corrects it
picker      a dialog that chooses tiles from the bag
scene       the page
line_sheet  a page that counts a board by its lines
entering    the table's mode in which a person's board is entered; `calculator` picks each tile
"""
