# The comment above a target is what `make help` says of it, up to the first full stop.
# Another Python than python3: make PYTHON=python3.12 play

export PYTHON ?= python3
# Some machines forbid Python to keep what it has compiled; every process would then compile everything anew.
unexport PYTHONDONTWRITEBYTECODE
# As in the box: NumPy's threads wait by spinning.
export OPENBLAS_NUM_THREADS := 1
LANGUAGES := fr de es it nl
TRANSLATIONS := companion/translations
QUICK := tests/boards tests/core tests/games $(filter-out tests/test_recorded.py,$(wildcard tests/test_*.py))
IN_QUICK := not thorough and not torture and not browsers and not release

# The targets share one .venv.
.NOTPARALLEL:
.PHONY: help play camera setup quick test test-browsers lint bench bench-hosting bench-vision bench-photos bench-filmed bench-handheld bench-instructions figures torture mutants mutation translations recordings pictures deb packages release release-check box-test clean

# This list.
help:
	@awk '/^# /  { said = said " " substr($$0, 3) } \
	      /^[a-z-]+:/ { sub(/:.*/, ""); sub(/\. .*|\.$$/, "", said); printf "make %-19s%s\n", $$0, said } \
	      !/^# / { said = "" }' Makefile

# Plays on this machine: installs what playing needs, starts the box.
play: setup
	.venv/bin/companion serve

CAMERA ?= demo
# The same with a camera above the table. CAMERA=0, a video or a folder; without: a drawn table to try it.
camera:
	@.ci/environment camera
	.venv/bin/companion serve --camera $(CAMERA)

# Installs what playing needs, and compiles the catalogues.
setup:
	@.ci/environment

# Style, types and the tests of core, games and house: what to run while you work. make quick ARGS=tests/web adds pages.
quick: lint
	.venv/bin/pytest --quiet --numprocesses auto --dist loadscope -m "$(IN_QUICK)" $(QUICK) $(ARGS)

# The whole suite, with everything it needs.
test:
	@.ci/packages
	@.ci/environment test bench
	.venv/bin/pytest --numprocesses 4 --dist loadscope --no-loadscope-reorder

# A short evening of every game in WebKit and in Firefox, for phones that have no Chromium.
test-browsers:
	@.ci/packages browsers
	@.ci/environment test
	.venv/bin/pytest -m browsers tests/browsers --numprocesses 2 --dist loadgroup $(ARGS)

# Style and types: ruff and mypy --strict, djlint for templates, oxlint for scripts.
lint:
	@.ci/environment test lint
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/djlint --lint --quiet templates companion
	.venv/bin/oxlint companion
	.venv/bin/mypy

# Measures speed and size of everything but the camera; writes build/bench.json. make bench ARGS="shown start" for some of its parts.
bench:
	@.ci/packages
	@.ci/environment test bench
	.venv/bin/python -m tests.bench $(ARGS)

# Measures one process over a file beside one and two over PostgreSQL; writes build/bench-hosting.json.
bench-hosting:
	@.ci/packages
	@.ci/environment test bench
	.venv/bin/python -m tests.bench.bench_hosting $(ARGS)

# Reads rendered scenes; writes build/bench-vision.json and build/vision-report/index.html.
# make bench-vision ARGS="--quick", or ARGS=FOLDER for pictures of your own with their truth.
bench-vision:
	@.ci/packages
	@.ci/environment test
	.venv/bin/python -m tests.vision.bench $(ARGS)

# Reads real photographs. make bench-photos ARGS=FOLDER, a folder of folders with pictures, scene.json and truth.json.
bench-photos:
	@.ci/packages
	@.ci/environment test
	.venv/bin/python -m tests.vision.bench.photos $(ARGS)

# A camera that films a table and is knocked, in another light, under a hand: rendered, and of photographs.
# make bench-filmed ARGS=FOLDER, as for bench-photos; writes build/bench-filmed.json.
bench-filmed:
	@.ci/packages
	@.ci/environment test
	.venv/bin/python -m tests.vision.bench.filmed $(ARGS)

# Photos taken by hand, rendered from seeds and read as phones send them; writes build/bench-handheld.json.
# make bench-handheld ARGS="--evenings 4", or ARGS=--no-markers for boards whose corners are tapped once.
bench-handheld:
	@.ci/packages
	@.ci/environment test
	.venv/bin/python -m tests.vision.bench.handheld $(ARGS)

# Counts the instructions of a board move on seven screens with cachegrind; writes build/bench-instructions.json.
bench-instructions:
	@.ci/packages
	@.ci/environment test bench
	.venv/bin/python -m tests.bench.bench_instructions

# Brings docs/figures.md up to date with what the benches have left in build/.
figures:
	@.ci/environment test
	.venv/bin/python -m tests.bench.figures

# What each tuned number of the camera decides, times 0.8 and 1.25. make sensitivity ARGS=FOLDER, as for bench-photos.
# Some half an hour on two cores; writes build/sensitivity.json.
sensitivity:
	@.ci/packages
	@.ci/environment test
	.venv/bin/python -m tests.vision.bench.sensitivity $(ARGS)

# The long runs behind the promises: kills, full disks, fuzzing.
torture:
	@.ci/packages
	@.ci/environment test fuzz bench
	.venv/bin/pytest -p schemathesis -m torture

# Plants faults in a copy of the program, one by one, and runs the tests that must catch them; build/mutants.json.
# make mutants ARGS="a vote" for those whose name contains the words.
mutants:
	@.ci/packages
	@.ci/environment test
	.venv/bin/python -m tests.mutants $(ARGS)

# Changes every line of the money and the secrets and counts what the tests of the core notice; half an hour.
# What survives: .venv/bin/mutmut results, and mutmut show NAME.
mutation:
	@.ci/packages
	@.ci/environment test mutation
	.venv/bin/mutmut run
	.venv/bin/mutmut export-cicd-stats
	@mkdir -p build
	cp mutants/mutmut-cicd-stats.json build/mutation.json

# Brings the catalogues up to date with the sentences. Sorted and without places, so that only sentences
# that changed change them. No guesses: a new sentence stays empty, thus English, until somebody translates it.
translations: setup
	@mkdir -p build
	.venv/bin/pybabel extract --mapping-file pyproject.toml --keywords say --keywords wording --no-location --sort-output \
		--project table-companion --copyright-holder "The table companion's authors" \
		--output-file build/messages.pot .
	@for language in $(LANGUAGES); do \
		test -f $(TRANSLATIONS)/$$language/LC_MESSAGES/messages.po || .venv/bin/pybabel init \
			--input-file build/messages.pot --output-dir $(TRANSLATIONS) --locale $$language || exit 1; \
	done
	.venv/bin/pybabel update --input-file build/messages.pot --output-dir $(TRANSLATIONS) \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

# Plays the recorded games; those that are played differently now go into a folder of their own.
recordings:
	@.ci/environment test
	@for game in abilene any_game unexploded_cow western_town; do \
		.venv/bin/companion record-game $$game --script tests/games/$$game/recordings.py --into tests/recorded || exit 1; \
	done

# Takes the README's pictures anew, and those of every page of five evenings into build/pictures/index.html.
# make pictures ARGS="--only abilene --look en-light" takes only some of the latter.
pictures:
	@.ci/packages
	@.ci/environment test
	@[ -n "$(ARGS)" ] || .venv/bin/python -m tests.support.pictures
	.venv/bin/python -m tests.support.gallery $(ARGS)

# Debian packages for amd64 and arm64 into dist/, from wheels: any Debian machine builds for both.
deb:
	@.ci/environment
	debian/build

# Everything that is given away, into dist/: wheel, sdist and Debian packages.
packages: deb
	PATH="$$PATH:.venv/bin" uv build --quiet --out-dir dist

# Sets the version and dates the changelogs. make release VERSION=0.2.0; CONTRIBUTING.md says what comes then.
release:
	@.ci/environment test
	.venv/bin/python -m tests.release $(VERSION)

# Builds the packages and asks what only a release needs: date, translations, contents, a clean install of each.
release-check: packages
	@.ci/environment test
	.venv/bin/pytest -m release $(ARGS)

# Installs the packages of dist/ in fresh roots of Debian 12 and 13 and plays; prints its table, writes build/box-test.json.
# As root: make box-test ARGS=FOLDER reads photographs, too, as for bench-photos; ARGS="12 amd64" takes one root.
# At last it pulls the plug of an emulated arm64 machine twenty times, hours on a busy one; ARGS=machine does only this.
box-test:
	@.ci/environment test
	.venv/bin/python -m tests.box $(ARGS)

# Removes what was installed and built.
clean:
	rm -rf companion/translations/*/LC_MESSAGES/messages.mo
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find companion vision tests -name __pycache__ -type d -prune -exec rm -rf {} +
