# Two commands matter: `make demo` and `make test`. Everything else is a part of them.
SHELL := /bin/bash
PYTHON ?= python3
PY := .venv/bin/python
# Heavy producers come in groups, one for each folder in tests/interop with a requirements.txt. Their environments
# live outside the repository and serve every clone.
INTEROP ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/sightline/interop
INTEROP_GROUPS := $(patsubst tests/interop/%/requirements.txt,%,$(wildcard tests/interop/*/requirements.txt))
# CMake and Ninja come from the virtual environment.
with_group = PYTHONPATH="$$($(INTEROP)/$(1)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
	PATH="$$PWD/.venv/bin:$(INTEROP)/$(1)/bin:$$PATH"
WITH_VENV := PATH="$$PWD/.venv/bin:$$PATH"
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test test-interop check format test-native test-python test-web test-browser venv page web-tools \
	bench wheel docs image clean $(INTEROP_GROUPS:%=test-interop-%)

help:
	@echo "make demo          set up, train a small model and watch it at http://localhost:6006"
	@echo "make test          set up, then every check and test: Python, native, web, browser"
	@echo "make test-interop  the same, and against torch, tensorboardX, TensorBoard and JAX themselves;"
	@echo "                   alone: $(INTEROP_GROUPS:%=make test-interop-%)"
	@echo "make check         ruff, mypy, clang-format, prettier, eslint, svelte-check"
	@echo "make format        format the whole tree"
	@echo "make docs          the documentation site, into build/site"
	@echo "make image         the container of deploy/Dockerfile, built and run by buildah"
	@echo "make bench         the figures of docs/performance.md, beside the rivals"

demo: page
	$(PY) -m sightline demo

# Browsers wait most of the time: the other parts run beside them. What several need is made before.
test: page web-tools
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target test-browser test-python test-native check test-web

# Two groups at a time, as most of them wait for processes of their own.
test-interop: test
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target $(INTEROP_GROUPS:%=test-interop-%)

$(INTEROP_GROUPS:%=test-interop-%): test-interop-%: page $(INTEROP)/%/.installed
	$(call with_group,$*) $(PY) -m pytest -W default tests/interop/$*

# Each prints one JSON line, rivals and ours in one run; docs/performance.md says what they mean.
BENCHMARKS := scan open follow views add_scalar integrations notebook watch import_time add_histogram add_image structured server tensorboard_api trace
PAGE_BENCHMARKS := page histograms images hparams streaming timeline graph projector report
bench: page $(INTEROP)/torch/.installed $(INTEROP)/plugins/.installed $(INTEROP)/projector/.installed $(INTEROP)/rivals/.installed $(INTEROP)/remote/.installed \
	$(INTEROP)/frameworks/.installed $(INTEROP)/jax/.installed $(INTEROP)/tensorflow/.installed $(INTEROP)/cluster/.installed
	tools/ensure.sh nginx nginx-light
	tools/ensure.sh chromium chromium
	set -o pipefail; { for name in $(BENCHMARKS); do \
		$(call with_group,torch) $(PY) benchmarks/$$name.py || exit 1; done; \
	$(PY) benchmarks/profile_rivals.py --python "$(INTEROP)/rivals/bin/python" || exit 1; \
	$(call with_group,frameworks) $(PY) benchmarks/keras_callback.py --tensorflow "$(INTEROP)/tensorflow/bin/python" \
		--jax "$(INTEROP)/jax/bin/python" || exit 1; \
	$(call with_group,plugins) $(PY) benchmarks/plugin_hosts.py || exit 1; \
	$(call with_group,projector) $(PY) benchmarks/projector.py || exit 1; \
	$(call with_group,remote) $(PY) benchmarks/remote.py || exit 1; \
	$(call with_group,cluster) $(PY) benchmarks/index_workers.py || exit 1; \
	$(PY) benchmarks/scale_model.py || exit 1; \
	$(call with_group,projector) PYTHON="$$PWD/$(PY)" TENSORBOARD_PYTHON="$(INTEROP)/torch/bin/python" \
		$(PY) tools/build_web.py run bench -- ../benchmarks/projector_methods.mjs || exit 1; \
	for name in $(PAGE_BENCHMARKS); do \
		PYTHON="$$PWD/$(PY)" TENSORBOARD_PYTHON="$(INTEROP)/torch/bin/python" RIVALS_PYTHON="$(INTEROP)/rivals/bin/python" \
		$(PY) tools/build_web.py run bench -- ../benchmarks/$$name.mjs || exit 1; done; } | tee build/benchmarks.jsonl

check: venv web-tools
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) tools/generate_shapes.py --check
	git ls-files 'native/*.cpp' 'native/*.h' | xargs .venv/bin/clang-format --dry-run -Werror
	$(PY) tools/build_web.py run check

format: venv
	$(PY) -m ruff check --fix . && $(PY) -m ruff format .
	git ls-files 'native/*.cpp' 'native/*.h' | xargs .venv/bin/clang-format -i
	$(PY) tools/build_web.py run format

test-native: venv
	$(WITH_VENV) cmake -S . -B build/checked -G Ninja -DSIGHTLINE_BINDINGS=OFF -DSIGHTLINE_TESTS=ON >/dev/null
	# Ninja cannot take part in this make's slots, and would say so as an error.
	MAKEFLAGS= $(WITH_VENV) cmake --build build/checked
	$(WITH_VENV) ctest --test-dir build/checked --output-on-failure

# Without nginx or Caddy the test behind it is skipped, with its reason.
test-python: page
	-tools/ensure.sh nginx nginx-light
	-tools/ensure.sh caddy caddy
	$(PY) -m pytest

test-web: venv web-tools
	$(PY) tools/build_web.py run test

# Without Chromium's headless shell the tests open windows, each of which takes half a second of a processor.
test-browser: page web-tools
	tools/ensure.sh chromium chromium
	-tools/ensure.sh chromium-headless-shell chromium-headless-shell
	PYTHON="$$PWD/$(PY)" $(PY) tools/build_web.py run e2e

venv: .venv/.installed

# A changed recipe or native source builds again; Python files are used in place.
.venv/.installed: pyproject.toml CMakeLists.txt $(shell find native build_backend -name '*.cpp' -o -name '*.h' -o -name '*.py')
	test -x $(PY) || $(PYTHON) -m venv .venv
	$(PY) -m pip install -q scikit-build-core nanobind ninja cmake $$($(PY) tools/build_web.py --requires)
	$(PY) -m pip install -q --no-build-isolation -e '.[dev]'
	touch $@

$(INTEROP)/%/.installed: tests/interop/%/requirements.txt
	test -x "$(@D)/bin/python" || $(PYTHON) -m venv "$(@D)"
	"$(@D)/bin/python" -m pip install -q -r $<
	test ! -f $(dir $<)beside.txt || "$(@D)/bin/python" -m pip install -q --no-deps --upgrade --target "$(@D)/beside" -r $(dir $<)beside.txt
	test ! -f $(dir $<)npm.txt || npm install --silent --no-audit --no-fund --prefix "$(@D)" $$(cat $(dir $<)npm.txt)
	touch "$@"

# What benchmarks run beside, no part of the tests.
$(INTEROP)/rivals/.installed $(INTEROP)/tensorflow/.installed: $(INTEROP)/%/.installed: benchmarks/%.txt
	test -x "$(@D)/bin/python" || $(PYTHON) -m venv "$(@D)"
	"$(@D)/bin/python" -m pip install -q -r $<
	touch "$@"

# Linters and test runners of the page.
web-tools: venv
	$(PY) tools/build_web.py --tools

# The page, made anew where its sources changed.
page: venv
	$(PY) tools/build_web.py

# The documentation site: reference pages from the code, pictures from a board that runs meanwhile.
docs: page web-tools $(INTEROP)/docs/.installed
	tools/ensure.sh chromium chromium
	PYTHON="$$PWD/$(PY)" $(PY) tools/build_web.py run pictures -- page_pictures
	$(PY) tools/build_docs.py --mkdocs "$(INTEROP)/docs/bin/python" --pictures build/pictures
	@echo "open build/site/index.html"

# The container image; skipped, with the reason, where buildah is not installed or there is nothing to build on.
image: wheel
	tools/build_image.sh

# dist/ holds this wheel alone, for the image to take.
wheel: venv
	rm -rf dist
	$(PY) -m pip wheel -q --no-deps -w dist .

clean:
	rm -rf .venv build dist web/node_modules src/sightline/_static
