"""How first choices and plans fare, counted over very many games: `tegel explore`."""
