import TestSupport
import Testing

@testable import headwind

/// A capture file without `-r`, and what is no file.
@Suite(.waiting) struct FileArgumentTests {
  @Test func aFileNeedsNoOption() throws {
    let result = try Shell.run(
      """
      cd $folder; cp '\(Repository.file("captures/recorded/clean.pcapng"))' a.pcapng; cp a.pcapng tcp; cp a.pcapng port
      same() { eval "\"\\$headwind\" $1" > one 2>&1; eval "\"\\$headwind\" $2" > two 2>&1; sed -i 's/out[0-9]/out/' one two; [ -s one ] && cmp -s one two && echo same || { echo "$1: $2"; head -n 3 one two; }; }
      same 'http a.pcapng' 'http -r a.pcapng'
      same 'http --json a.pcapng' 'http --json -r a.pcapng'
      same 'http - < a.pcapng' 'http -r - < a.pcapng'
      same 'export har a.pcapng' 'export har -r a.pcapng'
      same 'export qlog a.pcapng' 'export qlog -r a.pcapng'
      same 'export objects a.pcapng out1 | sort' 'export objects out2 a.pcapng | sort'
      same 'export objects out3 -r a.pcapng | sort' 'export objects out4 a.pcapng | sort'
      same 'stats http a.pcapng' 'stats http -r a.pcapng'
      same 'stats conversations a.pcapng' 'stats conversations tcp -r a.pcapng'
      same 'stats conversations udp a.pcapng' 'stats conversations udp -r a.pcapng'
      same 'capture -n a.pcapng tcp port 80' 'capture -n -r a.pcapng tcp port 80'
      same 'capture a.pcapng -n -c 1' 'capture -r a.pcapng -nc1'
      # Beside a source, every word is the filter's, whatever files there are.
      same 'capture -n -r a.pcapng tcp port 80' 'capture -n -r a.pcapng "tcp port 80"'
      same 'capture -d tcp port 80' 'capture -d "tcp port 80"'
      "$headwind" capture -r a.pcapng --count tcp 2>/dev/null
      """)
    #expect(result.lines == (0..<14).map { _ in "same" } + ["12 packets"], "\(result.everything)")
  }

  @Test(arguments: [
    ("http", "Give either a capture FILE"), ("http a b", "Unexpected argument 'b'"),
    ("http a -r b", "Give either a capture FILE"),
    ("capture tcp port 80", "there is no file 'tcp', and a filter needs a source"),
    ("capture nowhere.pcap", "there is no file 'nowhere.pcap'"),
    ("capture", "Give a capture FILE"), ("console a -r b", "Give either FILE"),
    ("capture --json -r x", "--json needs -D"),
    ("stats http a b", "Unexpected argument 'b'"),
  ])
  func whatIsNoFileIsSaid(words: String, expected: String) throws {
    let result = try Shell.run("cd $folder; \"$headwind\" \(words)")
    #expect(result.status == 2 && result.errors.contains(expected), "\(result.status) \(result.errors)")
  }
}
