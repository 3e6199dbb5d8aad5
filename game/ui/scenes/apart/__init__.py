"""Tables whose players sit elsewhere: opening, joining, waiting, leading, playing, standings."""
