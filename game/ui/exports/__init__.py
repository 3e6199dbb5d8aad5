"""Pictures of a match for other people: a still card and an animation, and saving them."""
