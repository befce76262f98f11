"""The engine in the browser: the compiled rules of a game as one WebAssembly module, from the same Python source.

`tegel wasm FOLDER` builds. docs/browser_engine.md tells how it works.
"""
