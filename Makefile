# Everything a developer does here, one word each; `make` lists the words.
#
# The first target that needs it makes .venv in this checkout, and again only when pyproject.toml has changed.
# ARGS is passed on:  make test ARGS='-k castling -x'    make perft ARGS='bigchess 5 --divide'

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TYPES := build/types

# The part of the suite that exercises kernels and is cheap, for the run without a compiler: a wrong index shows there.
NOJIT_TESTS := $(addprefix tests/engine/test_,board.py consistency.py fen.py make.py movegen.py perft.py see.py)

.DEFAULT_GOAL := help
.PHONY: help setup run test test-slow nojit perft bench speed match lint format types warmup clean distclean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## make .venv, with the engine as .venv/bin/tenfold

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or newer is needed; say which: make PYTHON=python3.12 setup' >&2; exit 1; }
	@echo 'Setting up $(VENV) (numpy, numba and the test tools are fetched the first time) ...'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

warmup: $(READY) ## compile the kernels and keep them on disk
	@$(BIN)/tenfold warmup

run: warmup ## watch the engine think about a middlegame
	@$(BIN)/tenfold demo $(ARGS)

test: warmup ## set everything up and run the everyday suite
	$(BIN)/pytest $(ARGS)

test-slow: warmup ## deep counts and long games: what the everyday suite leaves out
	$(BIN)/pytest -m slow $(ARGS)

nojit: $(READY) ## the cheap part of the suite with the compiler off
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -m 'not slow and not compiled' $(NOJIT_TESTS) $(ARGS)

perft: warmup ## count legal lines: make perft ARGS='grand 5'
	@$(BIN)/tenfold perft $(or $(ARGS),grand 4)

bench: warmup ## search fixed positions: the node count is the search's fingerprint
	@$(BIN)/tenfold bench $(ARGS)

speed: warmup ## measure speed, beside fairy-stockfish where it is installed
	@$(BIN)/python benchmarks/speed.py $(ARGS)

match: warmup ## play a match: make match ARGS='grand --engine tenfold --engine fairy-stockfish --each tc=1+0.01'
	@$(BIN)/tenfold match $(ARGS)

lint: $(READY) ## ruff: mistakes and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(READY) ## let ruff rewrite what `make lint` complains of, as far as it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# mypy names modules after folders, so it gets a folder that is called as the package is.
types: $(READY) ## mypy
	@rm -rf $(TYPES) && mkdir -p $(TYPES)/tenfold
	@ln -s $(addprefix ../../../,__init__.py __main__.py py.typed engine eval search uci pgn client draw arbiter training cli) $(TYPES)/tenfold
	cd $(TYPES) && ../../$(BIN)/mypy --config-file ../../pyproject.toml -p tenfold

clean: ## remove what builds and tests leave behind
	rm -rf build dist .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

distclean: clean ## remove .venv too
	rm -rf $(VENV) *.egg-info
