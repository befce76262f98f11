"""Why one move is better than another, in words: facts that the rules count, compared, ranked and said in three languages."""
