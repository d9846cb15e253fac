import TestSupport
import Testing

@testable import Resilience

/// `headwind test --client NAME`, and the list of clients.
@Suite(.waiting) struct AdapterCommandTests {
  @Test(arguments: [
    ("a  b\tc", ["a", "b", "c"]), ("", []), ("sh -c 'exec \"{url}\"' ''", ["sh", "-c", "exec \"{url}\"", ""]),
    (#"a\ b "c \" d" 'e'f"#, ["a b", "c \" d", "ef"]),
  ])
  func linesAreSplitAsAShellDoes(line: String, words: [String]) {
    #expect(ShellWords.words(of: line) == words)
  }

  /// Each client of the list says what it needs, and its files are there.
  @Test func everyAdapterIsComplete() throws {
    let folder = AdapterFolder(Repository.root + "/clients")
    for adapter in try folder.adapters() {
      #expect(!adapter.needs.isEmpty && adapter.needs.allSatisfy { !$0.name.isEmpty }, "\(adapter.name)")
      #expect(
        adapter.isBuilt || !adapter.words.contains { $0.hasPrefix(".build/clients/") && !$0.contains("/python/") })
      for word in adapter.words where word.hasPrefix("clients/") {
        #expect(try Shell.run("test -f '\(Repository.root)/\(word)'").status == 0, "\(word)")
      }
    }
  }

  @Test func theListSaysWhatEachNeedsAndWhetherItIsThere() throws {
    let result = try BuiltCommand.test(
      "--clients",
      files: [
        "commands": "one sh {url}\ntwo no-such-program {url}\n", "needs": "two program no-such-program apt install x\n",
      ],
      environment: "HEADWIND_CLIENTS=.")
    #expect(result.status == 0, "\(result.output)")
    let lines = result.output.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    #expect(lines.contains(["one", "sh", "yes"]), "\(result.output)")
    #expect(result.output.contains("no; install no-such-program: apt install x"), "\(result.output)")
  }

  @Test(arguments: ["curl", "node-fetch", "python-urllib"])
  func aClientIsFoundByName(name: String) throws {
    let result = try BuiltCommand.test("--client \(name) --only body.close-delimited")
    #expect(result.status == 0 && result.output.contains("PASS  body.close-delimited"), "\(result.output)")
  }

  @Test(arguments: [
    ("--client crul", "did you mean 'curl'?", 2),
    ("--client curl -- curl {url}", "--client names a ready-made client", 2),
    ("--only head.eof", "give the client after '--'", 2),
  ])
  func aWrongNameIsSaid(words: String, said: String, status: Int32) throws {
    let result = try BuiltCommand.test(words)
    #expect(result.status == status && result.output.contains(said), "\(result.output)")
  }

  @Test(arguments: [
    ("module no_such_module", "the Python module no_such_module"), ("file /no/such.jar", "the file /no/such.jar"),
  ])
  func aMissingRuntimeSaysWhatToInstall(need: String, words: String) throws {
    let files = [
      "commands": "mine python3 x.py\n",
      "needs": "mine program python3 apt install python3\nmine file /etc/hosts x\nmine \(need) pip install nothing\n",
    ]
    let result = try BuiltCommand.test("--client mine", files: files, environment: "HEADWIND_CLIENTS=.")
    #expect(result.status == 4, "\(result.output)")
    #expect(result.output.contains("needs \(words)"), "\(result.output)")
    #expect(result.output.contains("install it: pip install nothing"), "\(result.output)")
    #expect(!result.output.contains("/etc/hosts"), "\(result.output)")
  }

  /// What must be compiled is compiled once, and again when its source changes. A build that fails is no client.
  @Test func anAdapterIsBuiltOnce() throws {
    let files = [
      "commands": "mine .build/clients/client {url}\n",
      "needs": "mine program sh\nmine build sh {clients}/make {clients}/source {built}/client\n",
      "make": "cp \"$1\" \"$2\" && chmod +x \"$2\" && echo made >>made",
      "source": "#!/bin/sh\ncurl -sS --noproxy '*' -o \"$HEADWIND_OUTPUT\" \"$1\"\n",
    ]
    let words = "--only body.close-delimited --client mine"
    let again = "HEADWIND_CLIENTS=. XDG_CACHE_HOME=$PWD/cache '\(BuiltProducts.headwind)' test \(words)"
    let result = try BuiltCommand.test(
      words, files: files, environment: "HEADWIND_CLIENTS=. XDG_CACHE_HOME=$PWD/cache",
      after: "\(again); echo '# new' >>source; \(again); echo exit 1 >make; echo >>source; \(again); cat made")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("PASS  body.close-delimited") } == 3, "\(result.output)")
    #expect(lines.count { $0 == "made" } == 2, "\(result.output)")
    #expect(result.output.contains("headwind: building the client mine into "), "\(result.output)")
    #expect(result.output.contains("cannot build the client mine: sh ./make"), "\(result.output)")
  }
}
