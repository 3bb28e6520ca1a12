# The commands of development. `make run` and `make test` set up all they need themselves.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; exit; }; done; echo python3)
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest --processes
# A test that takes longer than this shows its stack and fails; the other tests are run.
ENDS := -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true

.PHONY: run sample screenshots translations test quick nightly frozen mutants durations setup extras format lint types contracts check size words bench faults lock tools clean help

run: ## open the window on the sample project; where it cannot be shown, run the sample on the terminal
	@$(PYTHON) packaging/set_up.py
	@$(BIN)/xpert-studio --sample; code=$$?; \
	if [ $$code = 2 ]; then $(BIN)/xpert-studio sample out; else exit $$code; fi

sample: ## take the sample project through everything on the terminal
	@$(PYTHON) packaging/set_up.py
	@$(BIN)/xpert-studio sample out

screenshots: setup ## draw every page, light, dark, Chinese and large, into out/screenshots
	@$(BIN)/python packaging/screenshots.py out/screenshots

translations: setup ## collect the window's texts, and compile the translations
	@$(BIN)/python packaging/collect_texts.py

test: setup ## run the whole test suite
	@$(PYTEST) $(ENDS)

quick: setup ## run what concerns the changes since the last commit, in two minutes; or LAYER=judge
	@$(BIN)/python -m tests.quick --layer "$(LAYER)"

frozen: setup ## freeze the program into dist/xpert-studio, with its interpreter (PyInstaller)
	@$(BIN)/python packaging/frozen.py

nightly: tools frozen ## run everything of which the suite runs a sample, drawn anew each day (hours)
	@XPERT_STUDIO_NEEDS_TOOLS=1 XPERT_TEST_NIGHTLY=1 $(PYTEST)

mutants: setup ## put faults into the program, one at a time, and see whether the tests find them
	@$(BIN)/python -m tests.mutants

durations: setup ## run the suite, and write down how long each file takes
	@XPERT_TEST_DURATIONS=1 $(PYTEST)

extras: ## install the extras (PDF, Parquet, notebooks) into .venv
	@$(PYTHON) packaging/set_up.py --extras

setup: ## make .venv with all that development needs
	@$(PYTHON) packaging/set_up.py --dev

format: setup ## format the code
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

lint: setup ## check format and style
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types: setup ## check the types, strictly
	@$(BIN)/mypy

contracts: setup ## check that imports go only to the left
	@$(BIN)/lint-imports

check: lint types contracts ## all checks but the tests

size: setup ## count statements, tokens and lines by layer; with SINCE=TAG, what was removed, moved and added
	@$(BIN)/python packaging/size.py $(if $(SINCE),--since "$(SINCE)")

bench: setup ## run the benchmarks; each prints its ratio
	@for f in tests/benchmarks/bench_*.py; do echo "== $$f"; $(BIN)/python $$f || exit 1; done

faults: setup ## make every change of a file fail in turn, in every operation (needs gcc; an hour)
	@$(BIN)/python -m tests.faults.campaign --jobs 2

lock: setup ## renew the locked dependencies (needs uv)
	@uv lock --upgrade
	@uv export --format requirements-txt --no-emit-project --no-dev --no-header -q -o requirements/run.txt >/dev/null
	@uv export --format requirements-txt --no-emit-project --no-dev --all-extras --no-header -q -o requirements/all.txt >/dev/null
	@uv export --format requirements-txt --no-emit-project --all-extras --all-groups --no-header -q -o requirements/dev.txt >/dev/null
	@$(BIN)/python packaging/lock_tools.py

tools: setup ## install the tools of others that tests run on our exports, into .venv-tools
	@$(BIN)/python packaging/format_tools.py

clean: ## remove what was made here
	@rm -rf .venv .venv-tools .venv-frozen out build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

help: ## list these commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

words: ## count turns of phrase that plain English does without, in code, interface and docs
	@git grep -oiwE 'whoever|somebody|nobody|the house|by lot|put down to|goes on|stands there|stands here|waits for|mend|what is asked|asked anew|is told|takes up|draws|nothing is there|of its own|chance taken off|at hand' -- 'xpert_studio/*.py' 'docs/*.md' README.md | awk -F: '{count[tolower($$NF)]++; all++} END {for (turn in count) print count[turn], turn; print all, "in all"}' | sort -rn
