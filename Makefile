# ChartKernel's commands. `make run` and `make test` are the two to know; `make` alone lists them all.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
ifndef TOGETHER
.NOTPARALLEL:
endif

OS := $(shell uname -s)

# How the release is built: so that its objects serve the tests of the release, too, and each function is a section of its
# own, of which the linker takes those that are used. Package.swift links Swift's libraries into the program.
RELEASE_FLAGS := -c release -Xswiftc -enable-testing -Xswiftc -Xfrontend -Xswiftc -function-sections

# For every build: on a Mac, where Homebrew keeps libzmq.
BREW_PREFIX := $(if $(filter Darwin,$(OS)),$(shell brew --prefix 2>/dev/null))
SWIFT_FLAGS := $(if $(BREW_PREFIX),-Xcc -I$(BREW_PREFIX)/include -Xlinker -L$(BREW_PREFIX)/lib)

# `make test WARNINGS_AS_ERRORS=1` lets no warning through; .ci/run does so.
ifdef WARNINGS_AS_ERRORS
SWIFT_FLAGS += -Xswiftc -warnings-as-errors
endif

# What is built, and what is installed and tested: the same without symbols, a fifth of its size.
RELEASE := .build/release/chart-kernel
KERNEL := $(CURDIR)/build/bin/chart-kernel
VENV := .venv
PYTHON := $(VENV)/bin/python
KERNELSPEC := $(VENV)/share/jupyter/kernels/chart/kernel.json
TOUR := build/tour.html

export CHART_KERNEL := $(KERNEL)
export JUPYTER_PREFER_ENV_PATH := 1
export RELEASE_FLAGS SWIFT_FLAGS

# ---------------------------------------------------------------------------------------------------------------------

.PHONY: help
help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: parts $(TOUR) ## install what is missing, build, execute the tour notebook
	@Scripts/say.sh ok "The tour was executed by the kernel. See it in $(TOUR), or as a notebook in build/tour.ipynb."
	@Scripts/say.sh ok "\`make lab\` opens the notebooks in JupyterLab, live."

.PHONY: lab
lab: $(KERNELSPEC) ## open the notebooks in JupyterLab
	$(PYTHON) -m jupyterlab $(if $(filter 0,$(shell id -u)),--allow-root) notebooks/tour.ipynb

.PHONY: flights
flights: $(KERNEL) $(VENV)/installed ## start a PostgreSQL with a year of flights, open charts of it in JupyterLab
	@$(PYTHON) examples/postgres/flights.py

.PHONY: test
test: doctor-run ## run every test: Swift in debug and release, then the real clients
	@Scripts/doctor.sh --able run test
	@rm -rf build/tests
	@$(MAKE) --jobs=4 TOGETHER=1 debug-tests release-tests $(VENV)/databases doctor-test
	@$(MAKE) $(KERNELSPEC) wheel
	@Scripts/test.sh

# Side by side, since whole modules are optimised on one core: debug is built and tested meanwhile. What the tests alone need of
# this machine is installed beside the builds, which takes minutes on a new one.
.PHONY: debug-build debug-tests release-tests
debug-build: | doctor-run
	@Scripts/test.sh build debug
debug-tests: debug-build doctor-test
	@Scripts/test.sh debug
release-tests: $(KERNEL)
	@Scripts/test.sh build release

.PHONY: build
build: $(KERNEL) ## build the release of chart-kernel

.PHONY: install
PREFIX ?= /usr/local
install: $(KERNEL) ## install into PREFIX=/usr/local; DEBUG_SYMBOLS=1 puts the symbols beside it
	@Scripts/strip.sh $(if $(DEBUG_SYMBOLS),--debug-symbols) $(RELEASE) $(DESTDIR)$(PREFIX)/bin/chart-kernel
	@Scripts/say.sh ok "Installed $(DESTDIR)$(PREFIX)/bin/chart-kernel. \`chart-kernel install\` makes it known to Jupyter."

# The Python package for this machine, with the program in it: linked anew of the release's objects, which takes seconds.
.PHONY: wheel
wheel: $(KERNEL) $(VENV)/installed ## build the wheel of `pip install chart-kernel`, into build/wheel
	@$(PYTHON) Scripts/wheel build/wheel

# Of a folder of its own, since it is no part of what is installed.
SEED ?= $(shell date +%s)
SECONDS_TO_FUZZ = $(if $(filter command line environment,$(origin SECONDS)),$(SECONDS),600)

# TARGET=json and the like are the parsers of Tests/Fuzzing, under libFuzzer and Address Sanitizer; INPUT=FILE gives a target
# one input again, MINIMISE=1 makes its corpus small, and SEEDS=1 adds to that of `store` what a service writes.
FUZZ_FLAGS := -c release -Xswiftc -enable-testing -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld

.PHONY: fuzz
fuzz: ## give the service random requests: SEED=1 SECONDS=600; or a parser random bytes: TARGET=json
ifdef TARGET
	@CHART_KERNEL_FUZZ=1 swift build $(FUZZ_FLAGS) $(SWIFT_FLAGS) --scratch-path .build/fuzzing --product fuzzer
	@Scripts/fuzz-target.sh .build/fuzzing/release/fuzzer $(TARGET) $(if $(MINIMISE),minimise,$(if $(SEEDS),seeds,$(SECONDS_TO_FUZZ))) $(INPUT)
else
	@swift build $(RELEASE_FLAGS) $(SWIFT_FLAGS) --scratch-path .build/fuzz --product request-fuzzer
	@Scripts/fuzz.sh .build/fuzz/release/request-fuzzer $(SEED) $(SECONDS_TO_FUZZ)
endif

.PHONY: fuzz-planted
fuzz-planted: ## show that each target of TARGET=… finds a fault that was put there for it: SECONDS=120 for each
	@"$$(Scripts/find-python.sh)" Scripts/fuzz-planted.py --seconds $(or $(SECONDS),120) -- $(FUZZ_FLAGS) $(SWIFT_FLAGS)

.PHONY: sanitize
sanitize: doctor-test ## run the Swift tests under Address and Thread Sanitizer
	@Scripts/sanitize.sh address thread

ROUNDS ?= 1000

.PHONY: simulate
simulate: ## let a store live through deaths and faults of the disk: SEED=1 ROUNDS=1000
	@swift build $(RELEASE_FLAGS) $(SWIFT_FLAGS) --scratch-path .build/fuzz --product store-simulator
	@SWIFT_DETERMINISTIC_HASHING=1 .build/fuzz/release/store-simulator $(SEED) $(ROUNDS)

.PHONY: deaths
deaths: $(KERNELSPEC) ## kill servers and kernels at work: SEED=1 ROUNDS=1000 of each
	$(PYTHON) Tests/Frontends/store/deaths.py --rounds $(ROUNDS) --seed $(SEED)
	$(PYTHON) Tests/Frontends/store/deaths.py --rounds $(ROUNDS) --seed $(SEED) --kernel

WINDOWS ?= 10000

.PHONY: windows
windows: $(KERNELSPEC) ## compare lines over every database with the same in memory, in WINDOWS=10000 random parts of each
	cd Tests/Frontends && CHART_KERNEL_WINDOWS=$(WINDOWS) $(abspath $(PYTHON)) -m pytest databases/test_lines.py databases/test_pyramids.py databases/test_together.py \
	  -k "comes_out_as_with_all_rows" -n 2 -o timeout=0 -q

COUNT ?= 330

.PHONY: mutate
mutate: ## test the tests by changes of the sources, for hours: SEED=1 COUNT=330, AGAIN=1 for those that were not found
	@"$$(Scripts/find-python.sh)" Scripts/mutate $(if $(AGAIN),--again,--seed $(SEED) --count $(COUNT))

.PHONY: bench
bench: $(KERNELSPEC) ## measure: start, round trips, drawing, memory
	@$(PYTHON) Benchmarks/run.py

.PHONY: format
format: ## format the Swift code
	swift format --in-place --parallel --recursive Package.swift Sources Tests kernelspec

.PHONY: lint
lint: ## check the format of the Swift code, the order of folders, the promises of SECURITY.md, the scripts
	swift format lint --strict --parallel --recursive Package.swift Sources Tests kernelspec
	Scripts/check-folders.py
	Scripts/check-promises.py
	@if command -v shellcheck >/dev/null; then shellcheck -x Scripts/*.sh .ci/run; \
	  else Scripts/say.sh note "shellcheck is not installed: the shell scripts were not checked."; fi

.PHONY: reference
reference: $(KERNEL) ## write docs/protocol.md and docs/charts.md, the references of methods and specs, and what Python has of them
	Scripts/make-protocol-docs.py $(KERNEL)
	Scripts/make-python-client.py $(KERNEL)
	Scripts/make-reference.py $(KERNEL)

.PHONY: gallery
gallery: $(KERNEL) ## write build/gallery.html, 56 charts with their specs, and gallery.ipynb, a cell for each
	@"$$(Scripts/find-python.sh)" Scripts/make-gallery.py $(KERNEL)
	@Scripts/say.sh ok "See it in build/gallery.html, or open build/gallery.ipynb."

# Vega-Lite and matplotlib stay out of .venv: no test needs them.
COMPARE := build/compare

$(COMPARE)/installed: Scripts/compare/requirements.txt
	@Scripts/say.sh step "Installing Vega-Lite and matplotlib into $(COMPARE)"
	@"$$(Scripts/find-python.sh)" -m venv $(COMPARE)
	@$(COMPARE)/bin/python -m pip install --disable-pip-version-check --quiet --requirement $<
	@touch $@

.PHONY: comparisons
comparisons: $(KERNEL) $(COMPARE)/installed ## write build/comparisons.html, ten charts beside Vega-Lite's and matplotlib's
	@$(COMPARE)/bin/python Scripts/make-comparisons.py $(KERNEL)
	@Scripts/say.sh ok "See it in build/comparisons.html."

.PHONY: doctor
doctor: ## say what is missing on this machine, without changing it
	@Scripts/doctor.sh --check run test

.PHONY: clean
clean: ## remove what was built
	rm -rf .build .venv build Benchmarks/.build

# ---------------------------------------------------------------------------------------------------------------------

# Neither phony nor ever there: what depends on it is looked at each time, and counts as new only if it changed.
FORCE:

.PHONY: doctor-run doctor-test
doctor-run:
	@Scripts/doctor.sh run
# A package manager has one user at a time.
doctor-test: | doctor-run
	@Scripts/doctor.sh run test

$(KERNEL): $(RELEASE)
	@Scripts/strip.sh $< $@

# The program and Python's packages take minutes, and nothing from each other.
.PHONY: parts
parts:
	@$(MAKE) --jobs=2 TOGETHER=1 $(KERNEL) $(VENV)/installed

# SwiftPM knows best whether there is anything to build.
$(RELEASE): FORCE | doctor-run
	@Scripts/say.sh step "Building the release"
	@swift build $(RELEASE_FLAGS) $(SWIFT_FLAGS) --product chart-kernel \
	  || Scripts/say.sh fail "The release did not build. The compiler's message above says where."

$(VENV)/installed: requirements.txt | doctor-run
	@Scripts/venv.sh $(VENV)

# Drivers and engines of databases, which nobody but their tests needs.
$(VENV)/databases: Tests/Frontends/databases/requirements.txt $(VENV)/installed
	@Scripts/say.sh step "Installing the drivers of databases into $(VENV)"
	@$(PYTHON) -m pip install --disable-pip-version-check --quiet --requirement $< \
	  || Scripts/say.sh fail "pip could not install $<. Is there a connection to the package index?"
	@touch $@

# The kernelspec holds the program's path, and its logos come out of the program.
$(KERNELSPEC): $(KERNEL) $(VENV)/installed
	@Scripts/say.sh step "Installing the kernel into $(VENV)"
	@$(KERNEL) install --prefix $(VENV) \
	  || Scripts/say.sh fail "The kernel could not be installed into $(VENV). \`make clean\` and another try may mend it."
	@touch -c $@

$(TOUR): notebooks/tour.ipynb $(wildcard notebooks/data/*) $(KERNELSPEC)
	@Scripts/tour.sh $< build
