"""Learning to play: lessons on real positions."""
