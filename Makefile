# `make check` and `make test` do all of their own set-up on a fresh machine.

SWIFT ?= swift
PREFIX ?= /usr/local

.PHONY: help setup build check test test-full lint format rule-pages release bench docs install dist clean

help:
	@echo "make check      judge the authority in schema/ with the tool built here"
	@echo "make test       run the tests"
	@echo "make test-full  run the long tests too: crash sweeps, many processes, report formats"
	@echo "make lint       check the format of the sources"
	@echo "make bench      measure, as ratios against SQLite and other programs"
	@echo "make docs       build the library's documentation"
	@echo "make dist       pack a program that needs no Swift, with its checksum, into dist/"
	@echo "make install    build for release and install below PREFIX (now $(PREFIX))"

setup:
	@scripts/setup

build: setup
	@echo "build: compiling (the first time takes a minute or two)"
	@$(SWIFT) build

check: build
	@echo "check: schema-gate check"
	@$(SWIFT) run --skip-build schema-gate check && echo "check: passed" || { echo "check: failed" >&2; exit 1; }

test: setup
	@echo "test: compiling and running the tests (the first time takes a few minutes)"
	@$(SWIFT) build --build-tests
	@$(SWIFT) test --skip-build --disable-xctest --quiet && echo "test: passed" || { echo "test: failed" >&2; exit 1; }

test-full:
	@SCHEMA_GATE_FULL=1 $(MAKE) test
	@scripts/validate-reports
	@scripts/test-page

lint:
	@$(SWIFT) format lint --strict --parallel --recursive Sources Tests Package.swift && echo "lint: passed"

format:
	@$(SWIFT) format --in-place --parallel --recursive Sources Tests Package.swift

# Recording fails its own run, so that no gate can pass by recording.
rule-pages: setup
	@SCHEMA_GATE_RECORD=1 $(SWIFT) test --disable-xctest --quiet --filter RulePageTests >/dev/null 2>&1; \
	  git status --short docs/rules

release: setup
	@$(SWIFT) build $$(scripts/release-flags)

bench: release
	@bench/run

install: release
	@install -d "$(DESTDIR)$(PREFIX)/bin"
	@install -m 755 "$$($(SWIFT) build $$(scripts/release-flags) --show-bin-path)/schema-gate" "$(DESTDIR)$(PREFIX)/bin/schema-gate"
	@echo "install: $(DESTDIR)$(PREFIX)/bin/schema-gate"

docs: setup
	@scripts/docs

dist:
	@scripts/dist

clean:
	@$(SWIFT) package clean
