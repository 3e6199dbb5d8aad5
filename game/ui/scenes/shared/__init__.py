"""What several screens draw, word, ask or open; none of it is a screen itself."""
