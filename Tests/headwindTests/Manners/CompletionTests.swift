import TestSupport
import Testing

@testable import headwind

/// The completions of real shells behind TAB.
@Suite(.waiting) struct CompletionTests {
  /// Types a line and TAB into a shell on a terminal, and prints what the line has become.
  private static let terminal = """
    mkdir $folder/work $folder/bin; cp "$headwind" $folder/bin/headwind; export PATH=$folder/bin:$PATH; cd $folder/work
    touch shop.pcapng shop.yaml; mkdir shops
    for shell in bash zsh fish; do headwind --generate-completion-script $shell > ../$shell.completion; done
    mkdir ../functions; mv ../zsh.completion ../functions/_headwind
    cat > ../type.py <<'END'
    import os, pty, re, select, sys, time
    shell, line, expected = sys.argv[1:4]
    folder = os.path.dirname(os.getcwd())
    start = {
      "bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"], "fish": ["fish", "--no-config", "-i"]}[shell]
    setup = {
      "bash": f". {folder}/bash.completion; bind 'set completion-query-items 0'; PS1='ready> '",
      "zsh": f"fpath=({folder}/functions $fpath); autoload -Uz compinit; compinit -u -d {folder}/dump; PS1='ready> '",
      "fish": f"source {folder}/fish.completion; function fish_prompt; echo 'ready> '; end"}[shell]
    process, terminal = pty.fork()
    if process == 0:
      os.environ.update(TERM="dumb" if shell != "fish" else "xterm", COLUMNS="200", HOME=folder)
      os.execvp(start[0], start)
    seen = ""
    def read_until(pattern, seconds=60):
      global seen
      end = time.monotonic() + seconds
      while time.monotonic() < end:
        if re.search(pattern, re.sub(r"\\x1b[\\[\\]()?=>][0-9;?]*[A-Za-z0-9=>]?|\\r", "", seen)): return True
        if select.select([terminal], [], [], 0.2)[0]:
          try: seen += os.read(terminal, 65536).decode(errors="replace")
          except OSError: return False
      return False
    os.write(terminal, (setup + "\\n").encode()); read_until("ready> $|ready> *\\n?$")
    os.write(terminal, b"echo be''gun\\n"); read_until("begun")
    seen = ""
    os.write(terminal, (line + "\\t\\t").encode())
    found = read_until(expected)
    print("ok" if found else f"{shell}: {line}: {seen!r}")
    os.kill(process, 9)
    END
    complete() { python3 ../type.py "$@"; }

    """

  /// The line, and what must be seen behind TAB.
  private static let lines = [
    ("headwind http shop.p", "shop\\.pcapng"), ("headwind http -r shop.p", "shop\\.pcapng"),
    ("headwind capture shop.p", "shop\\.pcapng"),
    ("headwind run --profile Slo", "Slow..?Net"), ("headwind link switch x Fla", "Flapping|^$"),
    ("headwind test --only head.st", "head\\.stall"),
    ("headwind run --scenario head.st", "head\\.stall"), ("headwind http --fields number,sta", "number,started"),
    ("headwind capture -r shop.pcapng -T fields -e http.request.meth", "http\\.request\\.method"),
    ("headwind profile check shop.y", "shop\\.yaml"),
    ("headwind link down sto", "store"), ("headwind http -i sto", "store"),
  ]

  @Test(arguments: ["bash", "zsh", "fish"]) func completesNamesAndFiles(shell: String) throws {
    let lines = Self.lines.filter { !$0.1.contains("^$") }
    let result = try Shell.run(
      Self.terminal + """
        headwind link up store -q || exit 1
        \(lines.map { "complete \(shell) '\($0.0)' '\($0.1)'" }.joined(separator: "\n"))
        headwind link down store
        """, tools: ["python3": "python3", shell: shell], isolated: true)
    #expect(result.lines == lines.map { _ in "ok" }, "\(result.everything)")
  }

  @Test func listsAndPathsAreContinued() throws {
    #expect(Candidates.continued("tcp,ht", ["http", "tcp", "dns"]) == ["tcp,http", "tcp,dns"])
    #expect(Candidates.continued("", ["http"]) == ["http"])
    #expect(Candidates.value(of: "--profiles", in: ["run", "--profiles", "'my dir'"]) == "my dir")
    #expect(Candidates.value(of: "--profiles", in: ["run", "--profiles=x"]) == "x")
    #expect(Candidates.value(of: "--profiles", in: ["run", "--profiles"]) == nil)
  }
}
