"""Pictures of a match for other people: a still card, an animation, and how they are saved."""
