# The tasks of this project. Each target installs what it needs (scripts/setup), or says what is missing.

.PHONY: demo test test-kernel test-samples test-deploy bench clients suite-figures build man completions docs check-api check-optimized install packages \
  try-packages fuzz mutate sanitize format lint clean

PREFIX = /usr/local
DESTDIR =

SOURCES = Sources Tests Benchmarks Fuzzing samples/search-client/Package.swift samples/search-client/Sources \
  samples/search-client/Tests samples/dissect/Package.swift samples/dissect/Sources Package.swift
# The command as people use it: Swift's libraries are inside, so that it starts at once, and on machines without Swift. What it does
# not export, the linker may drop and fold.
RELEASE = swift build -c release --static-swift-stdlib -Xswiftc -gnone -Xcc -g0 -Xswiftc -use-ld=lld -Xlinker --icf=safe \
  -Xlinker --no-export-dynamic
FUZZ_COUNT = 1000000
FUZZ_TESTS = [Ff]uzz|[Mm]utated|Random|Property|Broken|Hostile

## Builds, then demonstrates Headwind with a real client and real packets (90 seconds after the build).
demo:
	scripts/setup demo
	$(RELEASE) --product headwind
	demo/walkthrough

## Builds and runs all tests. Those of the mutants run alone, because they keep all processors busy.
test:
	scripts/setup test
	swift build --build-tests
	scripts/check-portable
	scripts/docs --check
	ALONE=3 scripts/run-tests --skip MutantTests
	ALONE=3 scripts/run-tests --filter MutantTests

## Runs the tests that need a kernel with netem in User-Mode Linux, which needs neither root nor KVM.
test-kernel:
	scripts/setup kernel
	swift build --build-tests
	scripts/test-kernel

## Tests what people use in tests of their own, each sample with its bug and without, and the CI templates.
test-samples:
	scripts/setup samples
	swift build --product headwind
	scripts/test-samples
	scripts/test-ci

## Tests the files of deploy/: the manifests in containers, which needs root and podman, and the makefile.
test-deploy:
	scripts/setup samples
	swift build --product headwind
	scripts/test-deploy

## Builds the command: .build/release/headwind
build:
	scripts/setup build
	$(RELEASE) --product headwind

## Writes the man pages and the completions for bash, zsh and fish to .build/share, generated from the command's own parser.
man completions: build
	scripts/man-and-completions .build/release/headwind .build/share

## Writes the documentation of the libraries as a web site: .build/documentation/index.html
docs:
	scripts/setup build
	swift build
	scripts/docs

## Lists what has changed in the libraries' API since the last version and breaks code that uses it.
check-api:
	scripts/setup build
	scripts/check-api

## Installs the command, the ready-made clients, profiles, suites, man pages and completions below DESTDIR and PREFIX (/usr/local).
install: man
	scripts/stage .build/release/headwind .build/share '$(DESTDIR)$(PREFIX)'

## Builds .build/packages: a .deb, an archive that runs from any folder, an OCI image, an SBOM and checksums.
packages:
	scripts/setup packages
	scripts/packages

## Tries these packages on fresh systems without Swift; needs root. SYSTEMS=... keeps the fresh systems.
try-packages:
	scripts/setup packages
	scripts/try-packages

## Fuzzes every parser, guided by coverage, for a minute each or FUZZ_SECONDS; what crashes becomes a test.
fuzz:
	scripts/setup test
	scripts/fuzz

## Feeds random and mutated bytes to every parser: a million of each, or FUZZ_COUNT.
mutate:
	scripts/setup test
	HEADWIND_FUZZ_COUNT=$(FUZZ_COUNT) swift test -c release -Xswiftc -enable-testing --scratch-path .build/mutate \
	  --filter '$(FUZZ_TESTS)'

## Compares speed and memory with tcpdump and tshark on generated traffic, and prints ratios. PART=... selects rows.
bench:
	scripts/setup bench
	$(RELEASE) --product headwind
	$(RELEASE) --product HeadwindBench
	.build/release/HeadwindBench $(PART)

## Compares what the optimized command prints with what the one for tests prints, on all captures of the tests.
check-optimized: build
	swift build --product headwind
	scripts/check-optimized

## Runs the standard suite on curl, wget, Chromium and the libraries of ten languages, and writes docs/clients.
clients:
	scripts/setup clients
	$(RELEASE) --product headwind
	scripts/clients

## Runs the suite repeatedly on three clients: do verdicts flicker or change under load, and how long does it take?
suite-figures:
	scripts/setup clients
	$(RELEASE) --product headwind
	scripts/clients build curl urllib go
	scripts/suite-figures

## Runs the tests under the address sanitizer, then those of several threads under the thread sanitizer. Leaks are not
## checked, because a command that ends by exit(3) does not free its memory.
sanitize:
	scripts/setup test
	swift build --build-tests --sanitize=address --scratch-path .build/address
	ASAN_OPTIONS=detect_leaks=0 BUILD=.build/address/debug scripts/run-tests
	scripts/find-races

format:
	swift format --in-place --recursive $(SOURCES)

lint:
	swift format lint --strict --recursive $(SOURCES)

clean:
	rm -rf .build bench-data
