# Builds the client with Debian's packages of crates, apart from the sources, which may be read-only: SOURCES RESULT.
set -e
mkdir -p "$2"
cp -R "$1/Cargo.toml" "$1/debian.toml" "$1/src" "$2"
cargo build --quiet --release --offline --config "$2/debian.toml" --manifest-path "$2/Cargo.toml" --target-dir "$2/target"
