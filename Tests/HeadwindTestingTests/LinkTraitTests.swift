import Glibc
import HeadwindTesting
import Testing

/// The trait, outside of a link and, in a process of its own, on one.
@Suite struct LinkTraitTests {
  @Test(.enabled(if: getenv("HEADWIND_CONTROL") == nil)) func outsideOfALinkItSaysWhatToDo() {
    #expect {
      _ = try Link.current
    } throws: { error in
      "\(error)".contains("headwind run -- swift test")
    }
  }

  @Test(.enabled(if: getenv("HEADWIND_CONTROL") == nil)) func onALinkTestsHaveTheirProfileAndLeaveTheLinkAsItWas()
    throws
  {
    let tests = try #require(
      realpath("/proc/self/exe", nil).map { path in
        defer { free(path) }
        return String(cString: path)
      })
    let directory = try #require(tests.lastIndex(of: "/").map { tests[..<$0] })
    let inner = "'\(tests)' --testing-library swift-testing --filter OnALinkTests"
    // After the tests the link must be as it was: a request gets through.
    let command =
      "'\(directory)/headwind' run --private -- sh -c \"\(inner) && curl -sS --max-time 20 http://a.test/status/200\""
    let pipe = try #require(popen(command + " 2>&1 </dev/null", "re"))
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { output += chunk[..<count] }
    let text = String(decoding: output, as: UTF8.self)
    #expect(pclose(pipe) == 0, "\(text)")
    #expect(text.contains("Test run with 3 tests"), "\(text)")
    #expect(text.hasSuffix("200 OK\n"), "\(text)")
  }
}
