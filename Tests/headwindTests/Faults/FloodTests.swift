import TestSupport
import Testing

/// Clients that send as much as they can and read nothing: what the servers make for them waits, and takes little memory.
@Suite(.serialized, .waiting) struct FloodTests {
  private static let folder = Repository.file("Tests/headwindTests/Fixtures/floods")
  /// In MB, of all processes of a run together; a run without a flood has about a third.
  private static let most = 150

  private func expectLittleMemory(_ options: String, _ mode: String, host: String) throws {
    let result = try Shell.run(
      """
      python3 \(Self.folder)/peak.py $headwind run --private -q \(options) -- \
        env FLOOD_HOST=\(host) python3 \(Self.folder)/flood.py \(mode)
      """, tools: ["python3": "python3"])
    let peak = result.output.split(separator: "\n").last?.split(separator: " ").last.flatMap { Int($0) }
    #expect(result.output.contains("sent"), "\(result.everything)")
    #expect(result.output.contains("status 0"), "\(result.everything)")
    #expect(try #require(peak) < Self.most, "\(result.everything)")
  }

  @Test(arguments: [
    "pipe", "pipe half", "large", "large half", "tls", "chunked", "h2-get", "h2-get half", "h2-head", "h2-open",
    "h2-data",
    "h2-ping", "h2-settings", "h2-reset", "dns", "dns half",
  ]) func theDemoServiceKeepsLittle(_ mode: String) throws {
    try expectLittleMemory("", mode, host: "search.example")
  }

  @Test(arguments: [
    ("stalled", "pipe"), ("stalled", "pipe half"), ("stalled", "chunked"), ("scripted", "pipe"),
    ("scripted", "pipe half"),
    ("h2", "h2-get"), ("h2", "h2-head half"), ("h2", "h2-ping"), ("h2", "h2-settings"), ("h2", "h2-reset"),
    ("h2-stalled", "h2-get"), ("h2-stalled", "h2-reset"), ("h2-stalled", "h2-data"), ("h2-connection", "h2-get"),
    ("h2-connection", "h2-reset"), ("websocket", "websocket"), ("websocket", "websocket half"), ("h3", "quic"),
  ]) func aScriptKeepsLittle(_ scenario: String, _ mode: String) throws {
    try expectLittleMemory("--scenario \(Self.folder)/flood.yaml#flood.\(scenario)", mode, host: "api.test")
  }

  /// Answers whose time has not come are kept, and no more is read meanwhile.
  @Test func lateAnswersOfTheNameServerAreFew() throws {
    try expectLittleMemory("--scenario \(Self.folder)/flood.yaml#flood.dns", "dns", host: "api.test")
  }
}
