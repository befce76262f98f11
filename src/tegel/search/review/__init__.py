"""Looking back at a game: what each decision cost, what the draws gave, and how well everybody played. docs/luck.md defines it all."""
