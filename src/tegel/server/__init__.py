"""The web server: games between people and the computer, as an append-only log that everybody is shown their part of."""
