"""Ratings of people and computer levels: one scale for each game and number of players. docs/ratings.md explains them."""
