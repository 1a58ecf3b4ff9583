# `make run` starts the service, `make test` checks everything. Both install what they need first.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
# Where bots of your own connect, on this machine only.
GAME_PORT ?= 8010
# How long `make soak` goes on: "short" is what CI runs.
SOAK ?= long
# Which benchmarks `make bench` runs, by their names; "pages-large" needs a quarter of an hour and
# ten gigabytes of disk, and is not among those that run without a name.
BENCH ?=

VENV := .venv/bin/python
BOOTSTRAP := $(PYTHON) deploy/bootstrap.py

# Where this is set, each of the many processes that are started compiles everything anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test dev-environment lint format soak bench proto translations lock picture clean

help:
	@echo "make run      start the service (PORT=8000 HOST=127.0.0.1 GAME_PORT=8010)"
	@echo "make test     lint, types, contracts and all tests but the long ones"
	@echo "make soak     the long tests and runs (SOAK=short for a taste)"
	@echo "make bench    the benchmarks, as ratios (BENCH=pages for one, BENCH=pages-large for the largest)"
	@echo "make lint     the checks that run no test;  make format  mends what can be mended"
	@echo "make proto    generate the protobuf code;   make translations  extract and compile texts"
	@echo "make lock     renew the locked requirements; make picture  take the README's picture"
	@echo "make clean    remove what was built or installed here, but no data"

run:
	@$(BOOTSTRAP) server
	@$(VENV) -m deploy.launcher --host $(HOST) --port $(PORT) --game-port $(GAME_PORT)

dev-environment:
	@$(BOOTSTRAP) dev

test:
	@$(BOOTSTRAP) dev --browser
	@$(VENV) -m deploy.checks
	@$(VENV) -m tests

lint: dev-environment
	@$(VENV) -m deploy.checks

format: dev-environment
	@$(VENV) -m ruff check --fix --quiet .
	@$(VENV) -m ruff format --quiet .

soak:
	@$(BOOTSTRAP) dev --browser
	@$(VENV) -m tests.soak $(SOAK)

bench:
	@$(BOOTSTRAP) bench
	@$(VENV) -m tests.bench $(BENCH)

proto: dev-environment
	@$(VENV) -m deploy.protobuf

translations: dev-environment
	@$(VENV) -m deploy.translations

lock: dev-environment
	@$(VENV) -m deploy.lock

picture: dev-environment
	@$(VENV) -m deploy.screenshots --url http://$(HOST):$(PORT)

clean:
	rm -rf .venv build dist var/runtime var/test-runtime .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo "Your data in var/ was left alone; remove that folder yourself to begin anew."
