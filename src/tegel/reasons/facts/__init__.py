"""For each game, the facts that tell two moves apart, in a module of the game's name: what a move does, counted from its story.

`facts(look)` gives them by name; a fact that means nothing for a move is left out. `WORTH` has for each fact what one more of it is worth
to the mover, in points, and how large a difference must be to be worth a sentence. `PARTS` are facts whose points are among `points`
already.
"""
