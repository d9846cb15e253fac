# What people do with this project. Each target installs what it needs (scripts/setup), or says what is missing.

.PHONY: demo test build format lint clean

SOURCES = Sources Tests Package.swift

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

## Builds the command: .build/release/headwind
build:
	scripts/setup build
	swift build -c release --product headwind

format:
	swift format --in-place --recursive $(SOURCES)

lint:
	swift format lint --strict --recursive $(SOURCES)

clean:
	rm -rf .build bench-data
