"""Python functions as JavaScript, for the few parts of a game that are neither compiled rules nor data: facts, positions, sentences.

Only what those parts use is known: plain functions and classes over numbers, text, lists and dicts. Anything else is refused by name and
line. Functions and constants that a function uses are taken along. `python.js` does what JavaScript does otherwise than Python.
"""
