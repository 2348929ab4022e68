# Two commands for a newcomer: `make demo` and `make test`. Both make .venv and install into it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# `test` is what one runs all day; `test-long` what it leaves out, and its laws on more examples.
.PHONY: demo test test-long check slow extra clean

demo: $(VENV)/.installed
	@PATH="$(abspath $(BIN)):$$PATH" sh bench/demo.sh

test: $(VENV)/.installed-dev check
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not (long or slow or extra)"

test-long: $(VENV)/.installed-dev
	EXAMPLES=0.5 $(BIN)/python -m pytest -n auto --dist worksteal -m "(long or hypothesis) and not (slow or extra)"

slow: $(VENV)/.installed-dev
	EXAMPLES=1 $(BIN)/python -m pytest -n auto --dist worksteal -m "not extra"

# sentence-transformers, and with it torch: some gigabytes.
extra: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev,sentence-transformers]"
	$(BIN)/python -m pytest -m extra

check: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
