# Every target sets up what it needs in .venv, once; a second run takes no set-up time.
PYTHON ?= python3
VENV := .venv
comma := ,
PIP := $(VENV)/bin/python -m pip --disable-pip-version-check --no-input
# Four at once: on two cores two of them always wait for something. The hundreds of processes that
# tests start would compile their modules anew each time where an environment forbids to keep them.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(VENV)/bin/python -P -m pytest -n 4 --dist worksteal \
	--durations=20

MARKS ?= node or cpp or nginx or promtool
OTHERS := node or cpp or nginx or promtool or browser or tutorial or faults or install
SHORT := not slow and not ($(OTHERS))
# The files with one of some marks: to collect all 500 files for a few tests takes 15 seconds.
MARKED = $$(grep -rlE --include='*.py' 'mark\.($(subst $() or ,|,$(1)))\b' tests)

.PHONY: venv demo core compiled test test-all test-faults test-tongues test-browser test-tutorials \
	test-install lint docs lines smoke bench mutants coverage simulations chaos load mutated \
	strength strength-all calibration proto screenshots release constraints clean

venv: core
	@echo "$(VENV) is ready. Next:"
	@echo "  . $(VENV)/bin/activate   # arena and python are then those of $(VENV)"
	@echo "  arena bot new red-fox      # a first bot, to play with arena match"
	@echo "  arena up                   # the whole service and its page, until Ctrl-C"
	@echo "  arena doctor               # checks this machine"

# The compiled rules core for users; an environment with the tests' packages keeps the source.
core: $(VENV)/.server
	@[ -e $(VENV)/.dev ] || [ "$$ARENA_COMPILE" = 0 ] || $(VENV)/bin/python -m tests.compiled install

# VARIANTS='spades-4,pinochle-chips' plays others, VARIANTS=all all eleven.
demo: core
	@$(VENV)/bin/arena demo $(if $(VARIANTS),--variants '$(VARIANTS)')

# The rules core as a release has it, compiled: what the short set plays. The long set plays its
# source, and each of them runs the tests of what is compiled on the other one, too.
compiled: $(VENV)/.dev
	@$(VENV)/bin/python -m tests.compiled

test: compiled
	PYTHONPATH="$(CORE):$(CURDIR)" HYPOTHESIS_PROFILE=ci $(PYTEST) --import-mode=append -m "$(SHORT)"

test-all: compiled
	HYPOTHESIS_PROFILE=all $(PYTEST)

# Processes that are killed and lines that are cut while a tournament goes on.
test-faults: compiled
	$(PYTEST) -m "faults and not slow" $(call MARKED,faults)

# Bots in other languages: `node` needs Node with npm, `cpp` a C++ compiler, CMake and Debian's gRPC
# (docs/how-to/other-languages.md). `nginx` needs nginx: a gateway behind it (deploy/nginx.conf).
# `promtool` needs Prometheus: its alerts (deploy/prometheus).
test-tongues: $(VENV)/.dev
	$(PYTEST) -m "($(MARKS)) and not slow" $(call MARKED,$(MARKS))

# The page in a real browser: needs Debian's chromium, and npm for axe-core.
test-browser: $(VENV)/.dev
	$(PYTEST) -m "browser and not slow" $(call MARKED,browser)

# The tutorials as they are written, and the command blocks of README and docs with small numbers.
test-tutorials: $(VENV)/.dev
	$(PYTEST) -m "tutorial and not slow" $(call MARKED,tutorial)

# The wheel, built as a user builds it and installed into one empty environment.
test-install: $(VENV)/.dev
	$(PYTEST) --dist loadgroup -m "install and not slow" $(call MARKED,install)

lint: $(VENV)/.dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-logo
	$(VENV)/bin/python -m tools.widths
	$(VENV)/bin/python -m tools.lines
	$(VENV)/bin/python -m tools.prose
	$(VENV)/bin/mkdocs build --strict

# The pages of docs/ as a site with search, build/docs/index.html. A dead link is an error.
docs: $(VENV)/.dev
	$(VENV)/bin/mkdocs build --strict

# Lines and files beside the ceilings in pyproject.toml.
lines: $(VENV)/.dev
	@$(VENV)/bin/ruff format -q --check . || \
		{ echo "not formatted: run $(VENV)/bin/ruff format ."; exit 1; }
	@$(VENV)/bin/python -m tools.lines

# Each measurement below has a short form, SMOKE=1, which takes seconds: the real code at its
# smallest size, so its figures say nothing. `make smoke` runs them all but SKIP's. tests/README.md
# lists what each target proves and how long it takes.
ifdef SMOKE
bench: export BENCH_SECONDS = 0.1
bench: export BENCH_ROUNDS = 1
bench: export BENCH_LUCK_SECONDS = 0.1
bench: export BENCH_PAGE_SECONDS = 0.5
bench: export BENCH_WATCHERS = 20
bench: export BENCH_BOARDS = 800
bench: export BENCH_BOTS = 20
bench: export BENCH_FEWER_TABLES = 16
bench: export BENCH_COLUMNS = 2048
bench: export BENCH_LOOPS = bridge columns pettingzoo
bench: export BENCH_SEATS = 8
bench: export BENCH_CLOSED_BOARDS = 1
bench: export BENCH_VARIANTS = spades-4
mutants: SAMPLE = 4
mutants: ONLY = arena/league/pairs.py
mutants: TESTS = tests/league/test_pairs.py
coverage: TRIALS = 20
coverage: ONLY = gauntlet
simulations: TRIALS = 1
chaos: FAULTS = 2
mutated: COUNT = 500
load: MINUTES = 0.1
load: BOTS = 8
strength: VARIANTS = pinochle-two-handed
strength: MOST = 10
calibration: VARIANTS = spades-3
calibration: BOTS = simple
calibration: DEALS = 4
calibration strength-all: PAGES =
screenshots: PICTURES = build/screenshots
screenshots: BOARDS = 1
endif
SMOKED = bench mutants coverage simulations chaos mutated load strength calibration screenshots \
	release

smoke:
	@for target in $(filter-out $(SKIP),$(SMOKED)); do \
		echo "== make $$target SMOKE=1"; $(MAKE) --no-print-directory $$target SMOKE=1 || exit 1; \
	done

bench: $(VENV)/.dev $(VENV)/.bench
	@$(VENV)/bin/python -m tools.bench

# SAMPLE=60 tries fewer, ONLY=arena/league one package or file, JOBS=1 one at a time, AGAIN=1 what
# survived, TESTS=tests/league only tests below that folder; JSON=1 prints JSON.
mutants: $(VENV)/.dev
	@$(VENV)/bin/python -m tools.mutants $(if $(SAMPLE),--sample $(SAMPLE)) \
		$(if $(ONLY),--only $(ONLY)) $(if $(TESTS),--tests $(TESTS)) \
		$(if $(JOBS),--jobs $(JOBS)) $(if $(AGAIN),--again) $(if $(JSON),--json)

# TRIALS=400 simulates fewer seasons of each cell, ONLY=swiss some cells, JOBS=1 one at a time.
coverage: $(VENV)/.dev
	@$(VENV)/bin/python -m tools.coverage $(if $(TRIALS),--trials $(TRIALS)) \
		$(if $(ONLY),--only '$(ONLY)') $(if $(JOBS),--jobs $(JOBS))

# The simulations behind docs/explanation/coverage.md and gate-errors.md, TRIALS of each (1000).
simulations: $(VENV)/.dev
	@for name in gates findings ratings transfers watched; do \
		$(VENV)/bin/python -m tools.bench.$$name $(if $(TRIALS),$(TRIALS),1000) || exit 1; \
	done

# SEED=2 another schedule, FAULTS=500 more of them, GATEWAYS=3, PAIR=1 a Postgres with a standby,
# DISK=1 a small disk, FOLDER=/srv/run a run that can go on, JSON=1.
chaos: $(VENV)/.dev
	@$(VENV)/bin/python -m tools.chaos $(if $(SEED),--seed $(SEED)) \
		$(if $(FAULTS),--faults $(FAULTS)) $(if $(GATEWAYS),--gateways $(GATEWAYS)) \
		$(if $(PAIR),--pair) $(if $(DISK),--disk) $(if $(FOLDER),--folder $(FOLDER)) \
		$(if $(JSON),--json)

# SEED=2 other messages, COUNT=1000000 more; FIRST=7 goes on with round 7; JSON=1 prints JSON.
mutated: $(VENV)/.dev
	@$(VENV)/bin/python -m tools.mutated $(if $(SEED),--seed $(SEED)) \
		$(if $(COUNT),--count $(COUNT)) $(if $(FIRST),--first $(FIRST)) $(if $(JSON),--json)

# An hour of 200 bots of every kind. MINUTES=5 is shorter, BOTS=50 fewer, SEED=2 other think times;
# WHAT=knee looks where the arena saturates, WHAT=herd kills the gateway. JSON=1 prints JSON.
load: compiled
	@$(VENV)/bin/python -m tools.load $(WHAT) $(if $(MINUTES),--minutes $(MINUTES)) \
		$(if $(BOTS),--bots $(BOTS)) $(if $(SEED),--seed $(SEED)) $(if $(JSON),--json)

# How strong the house's ladder is: two variants, or all eleven into docs/explanation/strength.md.
# VARIANTS='spades-3 pinochle-chips' others, LEAST=100 boards of a step before it may stop, MOST=200
# in all; `python -m tools.bench.strength` has more. Ctrl-C stops it, and the same target goes on.
CORE = $$($(VENV)/bin/python -c 'import tests.compiled as of; print(of.compiled_core())')
STRENGTH = PYTHONPATH="$(CORE):." $(VENV)/bin/python -P -m tools.bench.strength \
	$(if $(LEAST),--least $(LEAST)) $(if $(MOST),--most $(MOST))
BIDDERS = expert search:200
TWO = spades-4 pinochle-two-handed
DEEP = spades-3 spades-4
PAGES = docs/explanation
PAGE = $(if $(PAGES),--page $(PAGES)/strength.md)

strength: compiled
	@$(STRENGTH) $(if $(VARIANTS),$(VARIANTS),$(TWO))

strength-all: compiled
	@$(STRENGTH) --least 100 $(PAGE) --part ladder --command 'make strength-all'
	@$(STRENGTH) --least 100 $(DEEP) --ladder search:200 search:2000 $(PAGE) --part playouts \
		--command 'make strength-all'
	@$(STRENGTH) --least 100 $(DEEP) --ladder expert search:100ms $(PAGE) --part time \
		--command 'make strength-all'

# Whether bots make what they bid: table and pictures of docs/explanation/calibration.md.
# VARIANTS='spades-3' some of them, BOTS='simple search:50' others, DEALS=1000 more deals.
calibration: compiled
	@PYTHONPATH="$(CORE):." $(VENV)/bin/python -P -m tools.bench.calibration $(VARIANTS) \
		--bots $(if $(BOTS),$(BOTS),$(BIDDERS)) $(if $(DEALS),--deals $(DEALS)) \
		$(if $(PAGES),--page $(PAGES)/calibration.md --plots docs/images)

proto: $(VENV)/.dev
	$(VENV)/bin/python proto/generate.py

# The README's pictures: needs Debian's chromium; takes two minutes.
PICTURES = docs/images
screenshots: $(VENV)/.dev
	@$(VENV)/bin/python -m tools.screenshots $(PICTURES) $(if $(BOARDS),--boards $(BOARDS))

# VERSION=1.0.0rc1 sets the version, runs .ci/run, builds and checks dist/VERSION, and prints the
# commands that publish it. SMOKE=1 builds and checks the present version in build/release.
release: $(VENV)/.dev
	@$(VENV)/bin/python -m tools.release $(if $(SMOKE),--smoke,'$(VERSION)')

# Rewrites constraints.txt from what the newest allowed versions resolve to; run the tests before
# committing it. The files in deploy/ have the hashes of what the service and its build need of it.
constraints: UV = UV_CUSTOM_COMPILE_COMMAND='make constraints' \
	build/constraints/bin/uv pip compile -q --universal --generate-hashes --no-annotate \
	-c constraints.txt
constraints:
	$(PYTHON) -m venv --clear build/constraints
	build/constraints/bin/python -m pip install -q -e '.[server,dev,bench,data]'
	head -1 constraints.txt > build/constraints.txt
	build/constraints/bin/python -m pip freeze --all --exclude-editable | \
		grep -E '^[A-Za-z0-9._-]+==' | grep -v '^pip==' >> build/constraints.txt
	mv build/constraints.txt constraints.txt
	build/constraints/bin/python -m pip install -q uv
	$(UV) --extra server pyproject.toml -o deploy/requirements.txt
	sed -n 's/^requires = \[\(.*\)\]/\1/p' pyproject.toml | tr -d '"' | sed 's/, /\n/' | \
		$(UV) - -o deploy/build-requirements.txt

# The state of `arena up` and of the demo is data and stays.
clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache \
		.import_linter_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit(\
		"Python 3.11 or newer is needed and $(PYTHON) is " + sys.version.split()[0] + \
		": make PYTHON=python3.12 ...")'
	@echo "setting up $(VENV), once"
	@$(PYTHON) -m venv $(VENV)

# One stamp for each extra: .venv/.server, .venv/.dev (with the server's, which the tests need),
# .venv/.bench, .venv/.data (the readers of Parquet, without which their tests are skipped)
$(VENV)/.server: EXTRAS = server
$(VENV)/.dev: EXTRAS = server,dev
$(VENV)/.bench: EXTRAS = bench
$(VENV)/.data: EXTRAS = data
$(VENV)/.%: pyproject.toml setup.py constraints.txt | $(VENV)/bin/python
	@echo 'installing trick-arena[$(EXTRAS)], once, about a minute'; \
		seconds=0; while sleep 2 && kill -0 $$$$ 2> /dev/null; do seconds=$$((seconds + 2)); \
			[ $$((seconds % 20)) != 0 ] || echo "  still installing: $$seconds s"; done & \
		$(PIP) install -qq -c constraints.txt -e '.[$(EXTRAS)]' build setuptools
	@rm -f $(VENV)/lib/python*/site-packages/arena_compiled.pth
	@touch $(addprefix $(VENV)/.,$(subst $(comma), ,$(EXTRAS)))
