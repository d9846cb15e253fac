import TestSupport

/// Scripts about a running console.
///
/// `start WORDS` starts one, `ask PATH` calls its API, `settled` waits until all packets are indexed, `stop` ends it; `$base` is its
/// address, `$token` its token, `$chromium` a browser without a window.
enum ConsoleScript {
  private static let functions = """
    set -o pipefail
    fail() { echo "line ${BASH_LINENO[0]}: $*" >&2; exit 1; }
    start() {
      $headwind console "$@" > $folder/address 2> $folder/errors & console=$!
      for i in $(seq 400); do [ -s $folder/address ] && break; sleep 0.05; done
      address=$(cat $folder/address); base=${address%%/#*}; token=${address#*token=}
      [ -n "$token" ] || fail "no address: $(cat $folder/errors)"
    }
    ask() { curl -sS -H "Authorization: Bearer $token" "$base/api/$1" "${@:2}"; }
    settled() { for i in $(seq 400); do ask source | grep -q '"complete":true' && return; sleep 0.05; done; fail "reads for ever"; }
    stop() { kill -INT $console; wait $console || fail "ended with $?"; }
    trap '[ -n "$console" ] && kill $console 2>/dev/null' EXIT
    chromium="timeout 90 chromium --headless --no-sandbox --disable-gpu --user-data-dir=$folder/profile"
    seen() { $chromium --virtual-time-budget=8000 --dump-dom "$address&$1" 2>/dev/null; }
    """

  static func run(_ script: String, tools: [String: String] = [:], isolated: Bool = false) throws -> ToolResult {
    try Shell.run(
      functions + "\n" + script,
      tools: ["curl": "curl", "python3": "python3"].merging(tools) { one, _ in one }, isolated: isolated)
  }
}
