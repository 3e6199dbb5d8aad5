"""Records: every finished match, its figures, and the page of one deal."""
