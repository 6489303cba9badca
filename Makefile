# Ludoteca's commands. `make help` lists them.
# Needs on the machine: Python >= 3.11 with venv, a C compiler, make and cargo. All else is fetched into $(VENV).

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

VENV ?= .venv
GAME ?=
ARGS ?=
STAGES ?=

bin := $(VENV)/bin
stamps := $(VENV)/stamps
export PATH := $(abspath $(bin)):$(PATH)
export PIP_CONSTRAINT := $(abspath requirements/constraints.txt)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYO3_PYTHON := $(abspath $(bin))/python

# What the extension module is made of. Python sources are installed editable: they need no rebuild.
core := $(shell find core-rs proto/ludoteca -type f -not -path 'core-rs/sim/*' -not -path '*/tests/*') \
  Cargo.toml Cargo.lock
packaging := requirements/constraints.txt proto/gen/python/pyproject.toml clients/python/pyproject.toml \
  $(wildcard clients/python/*/__init__.py)

.PHONY: help setup setup-dev demo test serve play bench soak lint fmt proto golden docs clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(stamps)/venv:
	@cargo --version >/dev/null 2>&1 || { echo "cargo was not found: install Rust >= 1.88 (https://rustup.rs) and try again." >&2; exit 1; }
	python=$$(.ci/find-python) && "$$python" -m venv $(VENV)
	mkdir -p $(stamps)
	@touch $@

# One pip command for the local distributions: they name each other.
$(stamps)/packages: $(packaging) | $(stamps)/venv
	$(bin)/python -m pip install -q --upgrade pip setuptools maturin
	PYTHONWARNINGS=ignore $(bin)/python -m pip install -q --no-build-isolation -e ./proto/gen/python -e ./clients/python
	@touch $@

$(stamps)/core: $(stamps)/packages $(core) pyproject.toml
	PIP_QUIET=1 VIRTUAL_ENV=$(abspath $(VENV)) $(bin)/maturin develop --release --locked
	@touch $@

$(stamps)/dev: $(stamps)/packages pyproject.toml
	$(bin)/python -m pip install -q --group dev
	@touch $@

setup: $(stamps)/core ## Virtual environment and release build, renewed where sources changed

setup-dev: setup $(stamps)/dev

demo: setup ## Play a whole table of every game, with proof that the log tells all
	@$(bin)/ludoteca demo $(ARGS)

test: setup-dev ## Everything: linters, Rust, Python, end to end
	@$(bin)/python .ci/stages.py $(STAGES)

lint: setup-dev ## Linters, types and architecture contracts alone
	@$(bin)/python .ci/stages.py lint

serve: setup ## Start the service on the embedded Valkey (ARGS="--workers 2")
	@$(bin)/ludoteca serve $(ARGS)

play: setup ## Play against bots in the terminal (GAME=buurn ARGS="--seats 4"; without GAME: asks which)
	@$(bin)/ludoteca play $(GAME) $(ARGS)

bench: setup ## Measure, beside baselines taken in the same run, and write docs/benchmarks.md
	@cargo build --release --locked --quiet -p ludoteca-load --features load
	@$(bin)/ludoteca bench --write docs/benchmarks.md $(ARGS)

soak: setup-dev ## The long counts of the requirements (GAMES=10000 tables a check)
	@$(bin)/python .ci/stages.py soak

fmt: setup-dev ## Format everything
	cargo fmt --all
	$(bin)/ruff check --fix --quiet . && $(bin)/ruff format .
	cd proto && buf format --write

proto: setup-dev ## Generate proto/gen from the .proto files
	PYTHON=$(abspath $(bin))/python proto/generate.sh

golden: setup-dev ## Write the golden records anew: read the diff before you commit it
	cargo run --release --locked -p ludoteca-sim -- golden tests/golden

docs: setup-dev ## Rust API pages, the picture of the line client, and a check of all links
	cargo doc --locked --no-deps --workspace
	$(bin)/python docs/line_client_picture.py
	$(bin)/python -m pytest -q tests/architecture/test_docs.py

clean: ## Remove what the build made
	rm -rf $(VENV) target build dist service/ludoteca_core/*.so
