"""Tegel-Bench: frozen tasks for players, results that anybody can check, and a table of them."""
