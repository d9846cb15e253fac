import Testing

@testable import headwind

/// Bundles of letters are taken apart as getopt does it.
@Suite struct ShortOptionBundleTests {
  @Test(arguments: [
    ("-ntq", "-n -t -q"), ("-nr file", "-n -r file"), ("-c5", "-c 5"), ("-ttttr-", "-t -t -t -t -r -"),
    ("-r -n", "-r -n"), ("-nr -nr -q", "-n -r -nr -q"), ("-n -- -nt", "-n -- -nt"), ("-nZ x", "-n -Z x"),
    ("-ng x", "-ng x"),
    ("--count -AA", "--count -A -A"), ("- tcp", "- tcp"), ("-#e", "-# -e"), ("-w", "-w"),
  ])
  func takenApart(words: String, expected: String) {
    let result = CaptureCommand.letters.takenApart(words.split(separator: " ").map(String.init))
    #expect(result.joined(separator: " ") == expected)
  }
}
