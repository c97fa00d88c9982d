# Two commands matter: `make demo` and `make test`. Everything else is a part of them.
SHELL := /bin/bash
PYTHON ?= python3
PY := .venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: venv test check test-native test-python clean

venv: .venv/.installed

# A changed recipe or native source builds again; Python files are used in place.
.venv/.installed: pyproject.toml CMakeLists.txt $(shell find native -name '*.cpp' -o -name '*.h')
	test -x $(PY) || $(PYTHON) -m venv .venv
	$(PY) -m pip install -q scikit-build-core nanobind ninja cmake
	$(PY) -m pip install -q --no-build-isolation -e '.[dev]'
	touch $@

check: venv
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

test-native: venv
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake -S . -B build/checked -G Ninja -DSIGHTLINE_BINDINGS=OFF -DSIGHTLINE_TESTS=ON
	PATH="$(CURDIR)/.venv/bin:$$PATH" cmake --build build/checked
	PATH="$(CURDIR)/.venv/bin:$$PATH" ctest --test-dir build/checked --output-on-failure

test-python: venv
	$(PY) -m pytest

test: check test-native test-python

clean:
	rm -rf .venv build dist
