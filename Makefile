# Everything runs in .venv, which the first target makes. Python 3.11 and make are all a machine needs.
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
PYTHON ?= $(shell command -v python3.11 || command -v python3)

.PHONY: help setup train test lint tests play web bench page golden picture clean

help:  ## Show the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 10

setup: $(READY)  ## Create .venv with everything a developer needs

$(READY): setup.cfg pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and f"Python 3.11 or newer is needed, this is {sys.version}; set PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $(READY)

RUN := runs/$(shell date +%Y-%m-%d-%H%M%S)
TRAINING := --players 4 --prior 4 --softness 4 --skim 0.1 --average 0.9 --games 640 --entropy 0.0005 --final-entropy 0 --trace 0.95 --value-trace 1 \
  --norm 1 --learning-rate 6e-4 --final-learning-rate 2e-5 --decisions 7_000_000
EVALUATION := --deals 200

train: $(READY)  ## Set up, train a policy for a few minutes and measure it against random and heuristic players
	$(BIN)/python -m training.ppo --out $(RUN) $(TRAINING)
	$(BIN)/louis14 evaluate $(RUN)/policy --write $(EVALUATION)
	@echo 'policy:     $(RUN)/policy.safetensors and .json; as a bot: $(BIN)/louis14 play human policy:$(RUN)/policy'
	@echo 'curves:     $(BIN)/tensorboard --logdir $(RUN)'

test: lint tests  ## Set up, then run ruff, mypy and all tests

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

tests: $(READY)
	@$(BIN)/python tests/chromium.py
	$(BIN)/python -m pytest -n 2

play: $(READY)  ## Set up, then play a four-player game of good bots with a log
	$(BIN)/louis14 play heuristic

web: $(READY)  ## Set up, then play in the browser
	$(BIN)/louis14 serve

bench: $(READY)  ## Measure the engine's speed
	$(BIN)/louis14 bench

page: $(READY)  ## Write the tables of the game pages anew
	$(BIN)/python -m louis14_env.games.louis14.page

golden: $(READY)  ## Write the golden playthroughs anew
	$(BIN)/python tests/golden/make.py

picture: $(READY)  ## Draw the README's picture anew
	$(BIN)/louis14 draw docs/board.jsonl --at 156 --viewer 0 --out docs/board.svg

clean:  ## Remove .venv and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache build *.egg-info
