import TestSupport
import Testing

/// `headwind test init`: each template is written, built and run as it says itself.
@Suite(.waiting) struct TemplateTests {
  /// The templates whose languages a test machine may have, by a command that shows it.
  private static let runtimes = [
    "python": "python3", "node": "node", "go": "go", "java": "javac", "kotlin": "kotlinc", "ruby": "ruby",
    "php": "php -m | grep -q curl && php",
    "swift": "swiftc",
  ]

  private func initialize(_ words: String, then script: String = "true") throws -> ToolResult {
    try TemporaryFolder.with { folder in
      try Shell.run(
        "exec 2>&1; cd '\(folder)'; headwind() { '\(BuiltProducts.headwind)' \"$@\"; }; headwind test init \(words); status=$?; \(script); exit $status"
      )
    }
  }

  @Test func noTemplateIsForgotten() throws {
    let there = try Shell.run("ls '\(Repository.root)/clients/templates'").output.split(separator: "\n").map {
      String($0)
    }
    #expect(there == Self.runtimes.keys.sorted())
  }

  @Test(arguments: runtimes.keys.sorted())
  func eachTemplateRunsAsItSays(language: String) throws {
    let runtime = Self.runtimes[language] ?? language
    guard try Shell.run("\(runtime) --version >/dev/null 2>&1 || \(runtime) version").status == 0 else { return }
    // All of the lines that are printed after "next:" are run, the last one with a few scenarios.
    let only = [
      "body.close-delimited", "head.eof", "upload.reuse", "pool.second", "cancel.headers", "reuse.stale-get",
      "body.stall",
    ].map { "--only \($0)" }.joined(separator: " ")
    let result = try initialize(
      "--language \(language) >next; cat next",
      then:
        "sed -n 's/^  //p' next | sed 's/^headwind test --/headwind test --repeat-errors 6 \(only) --/' >run; . ./run; ls -A"
    )
    // The libraries have faults of their own: Node's fetch connects again after a cancel, Net::HTTP tries a request twice.
    #expect(result.status == 0 || result.status == 1, "\(result.output)")
    #expect(result.output.contains("said so 0.") || language == "python", "\(result.output)")
    for id in ["body.close-delimited", "head.eof", "upload.reuse", "pool.second"] {
      #expect(result.output.contains("PASS  \(id)"), "\(result.output)")
    }
    #expect(!result.output.contains("N/A   pool.second") && result.output.contains("7 scenarios:"), "\(result.output)")
  }

  /// Interpreters leave folders beside what they run, also in a template.
  @Test func onlyFilesAreWritten() throws {
    let result = try Shell.run(
      """
      cp -r '\(Repository.root)/clients' "$folder/clients"; mkdir "$folder/clients/templates/python/__pycache__"
      cd "$folder"; HEADWIND_CLIENTS=$folder/clients $headwind test init --language python mine 2>&1; ls mine
      """)
    #expect(result.output.hasSuffix("\nheadwind_client.py\n"), "\(result.everything)")
  }

  @Test func nothingIsOverwritten() throws {
    let result = try initialize(
      "--language python one",
      then: "echo mine >one/headwind_client.py; headwind test init --language python one; cat one/*")
    #expect(
      result.output.contains("wrote one/headwind_client.py\nnext, in one:\n  headwind test -- python3"),
      "\(result.output)")
    #expect(
      result.output.hasSuffix("DIRECTORY\nmine\n") && result.output.contains("exists and is not replaced"),
      "\(result.output)")
  }

  @Test(arguments: [
    ("", "the language of the template is missing"), ("--language pyhton", "did you mean 'python'?"),
    ("--language ../node", "there is no template for '../node'"),
  ])
  func aWrongLanguageIsSaid(words: String, said: String) throws {
    let result = try initialize(words)
    #expect(result.status == 2 && result.output.contains(said), "\(result.output)")
  }
}
