import TestSupport
import Testing

/// Timelines that wait for what is within TLS and HTTP/2.
@Suite(.waiting) struct EncryptedTimelineTests {
  private static let tools = ["curl": "curl"]

  /// The first request gets its answer, and the second is the one that the timeline waits for.
  @Test(arguments: ["--http1.1", "--http1.1 --tls-max 1.2", "--http2", "--http2 --tls-max 1.2"])
  func aRequestWithinTLSStartsAPhase(words: String) throws {
    let result = try Shell.run(
      """
      $headwind run -q --private --profile Wi-Fi --then 'Black Hole when http "GET /search*"' --capture $folder/x.pcapng -- \\
        curl -4 -sS \(words) --max-time 3 -w '%{http_version} %{response_code} %{num_connects}\\n' -o /dev/null \\
        https://a.test/status/200 -o /dev/null 'https://a.test/search.json?q=a'
      echo $?
      """, tools: Self.tools)
    let version = words.contains("http2") ? "2" : "1.1"
    #expect(result.output.hasPrefix("\(version) 200 1\n"), "\(result.everything)")
    #expect(result.output.hasSuffix(" 000 0\n28\n"), "\(result.everything)")
  }

  @Test func aRequestOfHTTP2InTheClearStartsAPhase() throws {
    let result = try Shell.run(
      """
      $headwind run -q --private --profile Wi-Fi --then 'Black Hole when http "GET /search*"' -- sh -c '
        curl -4 -sS --http2-prior-knowledge --max-time 3 -o /dev/null http://a.test/status/200; echo $?
        curl -4 -sS --http2-prior-knowledge --max-time 2 -o /dev/null http://a.test/search.json?q=a; echo $?'
      """, tools: Self.tools)
    #expect(result.output == "0\n28\n", "\(result.everything)")
  }

  /// Session tickets and SETTINGS are no response.
  @Test(arguments: ["--http1.1", "--http2"]) func aResponseWithinTLSStartsAPhase(words: String) throws {
    let result = try Shell.run(
      """
      $headwind run -q --private --profile '{ downlink: { bandwidth: 1 Mbps } }' --then 'Black Hole when response-started' -- \\
        curl -4 -sS \(words) --max-time 4 -w '%{response_code} %{size_download}\\n' -o /dev/null https://a.test/bytes/3000000
      """, tools: Self.tools)
    let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(numbers.first == 200 && numbers.count == 2 && numbers[1] < 3_000_000, "\(result.everything)")
  }
}
