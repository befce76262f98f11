"""A player at the tables of a server: `tegel bot`. It uses the public API (docs/api.md), with the standard library alone."""
