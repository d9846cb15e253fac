import TestSupport
import Testing

@testable import headwind

/// Patterns and commands that would make a suite smaller than it was meant to be.
@Suite(.waiting) struct PatternTests {
  /// The words, the exit status, and what is said.
  @Test(arguments: [
    ("test --list --only 'head.*' --only 'haed.*'", "--only haed.*: matches no scenario", "did you mean 'head.*'?"),
    (
      "test --list --only 'head.*' --skip head.stal", "--skip head.stal: matches no scenario",
      "did you mean 'head.stall'?"
    ),
    ("test --list --skip 'nothing.*'", "--skip nothing.*: matches no scenario", "lists all scenarios"),
    ("test --list --shard 1/2 --only head.stall --only 'x*'", "--only x*: matches no scenario", "lists all scenarios"),
    ("test --only head.stall --only hed.eof -- curl -sS {url}", "--only hed.eof: matches no scenario", "head.eof"),
    ("report trend store --scenario head.eof --scenario none", "--scenario none: matches no scenario", "lists all"),
    ("report trend store --client 'curl*' --client wget", "--client wget: matches no client", "lists all"),
    (
      "test -- curl http://localhost", "{url} is missing: curl would request http://localhost",
      "headwind test -- curl {url}"
    ),
    (
      "test -- /usr/bin/wget -q", "{url} is missing: wget would request nothing",
      "headwind test -- /usr/bin/wget -q {url}"
    ),
    ("herd -- curl -i http://a.example/", "{url} is missing", "headwind herd -- curl -i {url}"),
    ("herd --every 30", "--every '30'", "Usage: headwind herd"),
    ("test --bisect rtt --from 1 -- true", "--from '1'", "Usage: headwind test"),
  ])
  func whatMatchesNothingIsAnError(words: String, message: String, remedy: String) throws {
    let result = try Shell.run(
      """
      cd $folder
      "$headwind" test --only head.eof --deadline 2 --repeat-errors 6 --captures c --report store=store -- curl -sS {url} >/dev/null 2>&1
      "$headwind" \(words)
      """, tools: ["curl": "curl"], isolated: true)
    #expect(result.status == 2, "\(result.everything)")
    #expect(result.errors.contains(message) && result.errors.contains(remedy), "\(result.errors)")
    #expect(result.output.isEmpty, "\(result.output)")
  }

  @Test func patternsThatMatchAreTaken() throws {
    let result = try Shell.run("\"$headwind\" test --list --only 'head.*' --skip 'body.*' --skip head.stall | wc -l")
    #expect((result.lines.first.flatMap { Int($0) } ?? 0) > 3, "\(result.everything)")
  }

  @Test(arguments: [
    (["curl", "{url}"], true), (["curl", "-K", "file"], true), (["curl", "--config=file"], true),
    (["sh", "-c", "curl x"], true),
    (["curl", "--url={url}"], true), (["wget", "-i", "list"], true), ([], true), (["curl", "-i", "http://x/"], false),
    (["/usr/bin/curl"], false), (["http", "GET", "x"], false),
  ])
  func onlyProgramsThatKnowNoVariableNeedAPlaceholder(words: [String], isValid: Bool) {
    #expect((try? ClientWords(words).validate(for: "headwind test")) != nil || !isValid)
    #expect((try? ClientWords(words).validate(for: "headwind test")) == nil || isValid)
  }
}
