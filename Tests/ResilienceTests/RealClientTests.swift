import Glibc
import Testing

/// `headwind test` with the real curl on real links.
@Suite struct RealClientTests {
  private struct Result {
    var status: Int32
    var output: String
  }

  /// Runs the built command in a directory of its own.
  private func headwindTest(_ words: String) throws -> Result {
    let tests = try #require(
      realpath("/proc/self/exe", nil).map { path in
        defer { free(path) }
        return String(cString: path)
      })
    let build = try #require(tests.lastIndex(of: "/").map { tests[..<$0] })
    var template = Array("/tmp/headwind-resilience.XXXXXX".utf8CString)
    let directory = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { _ = system("rm -rf '\(directory)'") }
    let command = "cd '\(directory)' && '\(build)/headwind' test --captures '\(directory)/captures' \(words)"
    let pipe = try #require(popen(command + " 2>&1 </dev/null", "re"))
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { output += chunk[..<count] }
    return Result(status: (pclose(pipe) >> 8) & 0xff, output: String(decoding: output, as: UTF8.self))
  }

  @Test func curlWithATimeLimitPassesAll() throws {
    let result = try headwindTest("--deadline 8 -- curl -sS --noproxy '*' -o /dev/null --max-time 3 '{url}'")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("4 scenarios: 4 passed\n"), "\(result.output)")
    for behaviour in ["no answer", "asked the name at", "FIN at", "with status 28"] {
      #expect(result.output.contains(behaviour), "\(result.output)")
    }
  }

  @Test func curlWithoutOneIsEndedAndFails() throws {
    let result = try headwindTest("--deadline 1 --only 'head.*' -- curl -sS --noproxy '*' -o /dev/null '{url}'")
    #expect(result.status == 1, "\(result.output)")
    #expect(result.output.contains("MUST: the client gives up by its deadline (+10 %); it still ran"))
    #expect(result.output.hasSuffix("1 scenario: 1 failed\n"), "\(result.output)")
  }

  @Test func aClientThatAsksNothingIsNoPass() throws {
    let result = try headwindTest("--only dns.timeout -- false")
    #expect(result.status == 4, "\(result.output)")
    #expect(result.output.contains("never seen on the wire: a DNS query"), "\(result.output)")
  }

  @Test func aClientThatDeclinesIsNotApplicable() throws {
    let result = try headwindTest("--only dns.timeout -- sh -c 'exit 127'")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("N/A   dns.timeout"), "\(result.output)")
  }

  @Test func aClientThatFloodsAndForksIsBounded() throws {
    let client = "sh -c '(sleep 300; sleep 300) & yes headwind | head -c 20000000; curl -sS \"$HEADWIND_URL\"; yes'"
    let result = try headwindTest("--deadline 1 --only dns.timeout -- \(client)")
    #expect(result.status == 1, "\(result.output)")
    #expect(result.output.contains("still running after"), "\(result.output)")
  }
}
