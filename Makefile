# What people do with this project. Each target installs what it needs (scripts/setup), or says what is missing.

.PHONY: demo test test-kernel test-samples bench clients suite-figures build fuzz mutate sanitize format lint clean

SOURCES = Sources Tests Benchmarks Fuzzing samples/search-client/Package.swift samples/search-client/Sources \
  samples/search-client/Tests Package.swift
FUZZ_COUNT = 1000000
FUZZ_TESTS = [Ff]uzz|[Mm]utated|Random|Property|Broken|Hostile

## Builds, then shows what Headwind does, with a real client and real packets (90 seconds once built).
demo:
	scripts/setup demo
	swift build -c release --product headwind
	demo/walkthrough

## Builds and runs all tests.
test:
	scripts/setup test
	swift build --build-tests
	swift test --skip-build

## Runs the tests that need a kernel with netem in a machine that has one (User-Mode Linux; neither root nor KVM).
test-kernel:
	scripts/setup kernel
	swift build --build-tests
	scripts/test-kernel

## Tries what people use in tests of their own: the pytest plugin, and the sample package with its bug and without.
test-samples:
	scripts/setup test
	swift build --product headwind
	scripts/test-samples

## Builds the command: .build/release/headwind
build:
	scripts/setup build
	swift build -c release --product headwind

## Fuzzes every parser, guided by coverage, for a minute each or FUZZ_SECONDS; what crashes becomes a test.
fuzz:
	scripts/setup test
	scripts/fuzz

## Feeds random and mutated bytes to every parser: a million of each, or FUZZ_COUNT.
mutate:
	scripts/setup test
	HEADWIND_FUZZ_COUNT=$(FUZZ_COUNT) swift test -c release -Xswiftc -enable-testing --scratch-path .build/mutate \
	  --filter '$(FUZZ_TESTS)'

## Measures against tcpdump and tshark, on traffic that it makes for itself, and prints ratios; PART=... for a part of it.
bench:
	scripts/setup bench
	swift build -c release --product headwind
	swift build -c release --product HeadwindBench
	.build/release/HeadwindBench $(PART)

## Puts curl, wget and the clients of Python, Node, Go, Java and Swift through the standard suite, and writes docs/clients.
clients:
	scripts/setup clients
	swift build -c release --product headwind
	scripts/clients

## Runs the suite over three clients again and again: whether verdicts flicker or change under load, and how long it takes.
suite-figures:
	scripts/setup clients
	swift build -c release --product headwind
	scripts/clients build curl urllib go
	scripts/suite-figures

## Runs the tests under the address sanitizer, then under the thread sanitizer. Leaks are not looked for: a command that
## ends by exit(3) frees nothing of what it still holds.
sanitize:
	scripts/setup test
	ASAN_OPTIONS=detect_leaks=0 swift test --sanitize=address --scratch-path .build/address
	swift test --sanitize=thread --scratch-path .build/thread

format:
	swift format --in-place --recursive $(SOURCES)

lint:
	swift format lint --strict --recursive $(SOURCES)

clean:
	rm -rf .build bench-data
