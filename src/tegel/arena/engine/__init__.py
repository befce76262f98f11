"""The engine: one JSON line in, one JSON line out, so that any program can use Tegel. docs/engine.md describes the protocol."""
