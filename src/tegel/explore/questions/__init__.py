"""For each game, a module of its name with its `QUESTIONS`, counted from arrays of states."""
