"""A run while it is played: the table's mode for its stages, its pause, and what is between stages.

`mode` is the mode of a stage's table, `standing` draws points, target, reserve and the bank of
time, `chips` are the aces as widgets, `words` names and explains them. `pause` is the pause and
where a run that ends leads. `between` counts a stage, offers three aces, names the next stage.
"""
