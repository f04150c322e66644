# make run: install, build the knowledge base, serve it.  make test: install, lint, test; the types are one of the tests.
# make test ARGS=--all: the slow tests too, and every trial anew, as CI does.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check -qq
ADDRESS ?= 127.0.0.1
PORT    ?= 8000
ARGS    ?=
# Our code is compiled once and kept: otherwise each program that a test starts would compile it anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test bench fuzz load mutants audit build docs clean
.DEFAULT_GOAL := run

run: build
	@$(BIN)/arbitre serve --host $(ADDRESS) --port $(PORT)

build: $(VENV)/.installed
	@$(BIN)/arbitre build --if-needed

test: $(VENV)/.installed-dev $(VENV)/.browser $(VENV)/.postgres
	@$(BIN)/ruff check .
	@$(BIN)/python -m pytest --numprocesses auto --dist loadscope --no-loadscope-reorder $(ARGS)

docs: $(VENV)/.installed
	@$(BIN)/python -m server.reference

bench: $(VENV)/.installed-dev
	@$(BIN)/python bench/run.py $(ARGS)

fuzz: $(VENV)/.installed-dev
	@$(BIN)/python bench/fuzz.py $(ARGS)

load: $(VENV)/.installed-dev
	@$(BIN)/python bench/load.py $(ARGS)

mutants: $(VENV)/.installed-dev
	@$(BIN)/python bench/mutants.py $(ARGS)

# A package that nothing is known of fails the audit: silence is no clean bill.
audit: $(VENV)/.installed
	@$(PIP) install pip-audit
	@$(BIN)/python -m pip freeze --exclude-editable >$(VENV)/audited.txt
	@$(BIN)/pip-audit --strict --no-deps --disable-pip --requirement $(VENV)/audited.txt $(ARGS)

clean:
	@rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Arbitre needs Python 3.11 or later: make PYTHON=python3.12 …" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml
	@echo "Installing…"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.created pyproject.toml
	@echo "Installing, with what the tests need…"
	@$(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/.installed

# The browser tests use the system's Chromium; without one they are skipped.
$(VENV)/.browser: | $(VENV)/.created
	@if command -v chromium chromium-browser google-chrome >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium for the browser tests…"; \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } \
	    >$(VENV)/browser.log 2>&1 || echo "Chromium could not be installed ($(VENV)/browser.log): browser tests will be skipped."; \
	else echo "No Chromium here, and no right to install it: browser tests will be skipped."; fi
	@touch $@

# The storage tests make a PostgreSQL server of their own; without the programs they are skipped. The package's own
# server is not started (policy-rc.d): whoever wants one starts it.
POLICY := /usr/sbin/policy-rc.d
$(VENV)/.postgres: | $(VENV)/.created
	@if command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing PostgreSQL for the storage tests…"; \
	  if [ ! -e $(POLICY) ]; then trap 'rm -f $(POLICY)' EXIT; printf '#!/bin/sh\nexit 101\n' >$(POLICY); chmod +x $(POLICY); fi; \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql; } \
	    >$(VENV)/postgres.log 2>&1 || echo "PostgreSQL could not be installed ($(VENV)/postgres.log): storage tests will be skipped."; \
	else echo "No PostgreSQL here, and no right to install it: storage tests will be skipped."; fi
	@touch $@
