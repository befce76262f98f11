"""Tournaments for tables of 2 to 5: who plays whom, from which seat, and who stands where. Nothing here knows a game or a server."""
