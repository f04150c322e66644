# make run: install, build the knowledge base, serve it.  make test: install, lint, type-check, test.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check -qq
ADDRESS ?= 127.0.0.1
PORT    ?= 8000
ARGS    ?=

.PHONY: run test bench fuzz load mutants audit build docs clean
.DEFAULT_GOAL := run

run: build
	@$(BIN)/arbitre serve --host $(ADDRESS) --port $(PORT)

build: $(VENV)/.installed
	@$(BIN)/arbitre build --if-needed

test: $(VENV)/.installed-dev $(VENV)/.browser
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest --numprocesses auto --dist loadscope $(ARGS)

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

audit: $(VENV)/.installed
	@$(PIP) install pip-audit
	@$(BIN)/pip-audit --skip-editable $(ARGS)

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
