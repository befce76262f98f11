"""Puzzles: positions with one best move, found in self-play, verified, and rated by the computer players that find it. docs/puzzles.md."""
