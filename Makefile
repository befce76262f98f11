# Two commands: `make play` and `make test`. Both set everything up in this folder first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
EXTRAS := test

.PHONY: help play test setup lint clean

help:
	@echo "make play    set up if need be, and play"
	@echo "make test    set up if need be, and run every test"
	@echo "make setup   only set up, in $(VENV)"
	@echo "make lint    ruff and mypy"
	@echo "make clean   remove what make made"

setup: $(VENV)/.done

$(VENV)/.done: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Tegel needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up Tegel in $(VENV) (once; about a minute) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[$(EXTRAS)]"
	@touch $@
	@echo "Ready."

play: setup
	@$(BIN)/tegel play

lint: setup
	@echo "Checking style (ruff) and types (mypy --strict) ..."
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

test: lint
	@echo "Running the tests (about 10 minutes on two cores; TEGEL_POSITIONS=1000 make test is quicker) ..."
	@$(BIN)/pytest --numprocesses=auto --dist=worksteal

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info
