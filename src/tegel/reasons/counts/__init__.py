"""For each game, its facts counted a second time, from positions alone (`checking`), in a module of the game's name."""
