import TestSupport
import Testing

/// The man pages and completions that packages install, generated from the parser.
@Suite(.waiting) struct ManualTests {
  private static let generate = """
    '\(Repository.file("scripts/man-and-completions"))' "$headwind" $folder/share || exit 1
    cd $folder/share

    """

  @Test func everyCommandHasAPageThatRoffTakes() throws {
    let result = try Shell.run(
      Self.generate + """
        ls man/man1
        for page in man/man1/*.1; do groff -man -ww -z -Tutf8 $page; done
        MANWIDTH=100 man -l man/man1/headwind-http.1 | col -b | grep -- '--show show'
        MANWIDTH=100 man -l man/man1/headwind.1 | col -b | grep -A1 headwind-capture
        """, tools: ["python3": "python3", "groff": "groff", "man": "man-db", "col": "bsdextrautils"])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.everything)")
    for page in ["headwind.1", "headwind-run.1", "headwind-link-up.1", "headwind-export-har.1"] {
      #expect(result.lines.contains(page), "\(result.output)")
    }
    #expect(!result.lines.contains("headwind-host-client.1"))
  }

  @Test(arguments: [
    ("bash", "bash-completion/completions/headwind"), ("zsh", "zsh/site-functions/_headwind"),
    ("fish", "fish/vendor_completions.d/headwind.fish"),
  ])
  func everyShellTakesItsCompletions(shell: String, path: String) throws {
    let result = try Shell.run(
      Self.generate + "\(shell) -n \(path) && grep -c no-pager \(path)", tools: ["python3": "python3", shell: shell])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.everything)")
  }

  /// Tab after `headwind cap` and after `--`.
  @Test func bashCompletesSubcommandsAndOptions() throws {
    let result = try Shell.run(
      Self.generate + """
        . bash-completion/completions/headwind
        words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
          _headwind headwind "${@: -1}" "${@: -2:1}"; echo "${COMPREPLY[@]}"; }
        words headwind cap
        words headwind http --sh
        """, tools: ["python3": "python3"])
    #expect(result.lines == ["capture", "--show"], "\(result.everything)")
  }

  @Test func theVersionNamesTheRevision() throws {
    let result = try Shell.run(
      """
      cd '\(Repository.root)'; "$headwind" --version
      git rev-parse HEAD | cut -c1-12
      """)
    #expect(result.lines.first?.hasPrefix("headwind 0.2") == true, "\(result.everything)")
  }

  /// What `RevisionWriter` finds without git: in a clone, after packing, in a worktree, detached, in an archive, and as the packager says.
  @Test func theRevisionIsFoundWhereverGitKeepsIt() throws {
    let result = try Shell.run(
      """
      writer='\(BuiltProducts.folder)/RevisionWriter'
      set -e; cd $folder; git init -q repo; cd repo
      commit() { git -c user.name=a -c user.email=a@example commit -q --allow-empty -m "$1"; }
      check() { "$writer" $folder/out.swift "$1" $3; grep -q "\\"$2\\"" $folder/out.swift && echo ok || cat $folder/out.swift; }
      commit one; check . $(git rev-parse HEAD | cut -c1-12)
      commit two; check . $(git rev-parse HEAD | cut -c1-12)
      git pack-refs --all; check . $(git rev-parse HEAD | cut -c1-12)
      git worktree add -q ../tree -b other; cd ../tree; commit three; check . $(git rev-parse HEAD | cut -c1-12)
      git checkout -q --detach HEAD~1; check . $(git rev-parse HEAD | cut -c1-12)
      mkdir ../plain; check ../plain ''
      check . 2.0-1debian 2.0-1debian
      touch -d 2001-01-01 $folder/out.swift; check . 2.0-1debian 2.0-1debian; date -r $folder/out.swift +%Y
      """, tools: ["git": "git"])
    #expect(result.lines == Array(repeating: "ok", count: 8) + ["2001"], "\(result.everything)")
  }
}
