import Dissection
import Exchanges
import LinkConditions
import TestSupport
import Testing
import TextOutput

@testable import Console

/// `docs/api.md`, `console/openapi.json` and the API name the same calls.
@Suite struct APIDocumentationTests {
  private func calls() throws -> [String] {
    try Files.text(Repository.file("console/openapi.json")).split(separator: "\n")
      .filter { $0.hasPrefix("  \"/api/") }
      .map { String($0.dropFirst(3).prefix { $0 != "\"" }) }
  }

  @Test func everyCallIsInTheDocument() throws {
    let document = try Files.text(Repository.file("docs/api.md"))
    let all = try calls()
    #expect(all.count > 10)
    for call in all {
      let path = call.replacing("{number}", with: "NUMBER").replacing("{id}", with: "ID")
        .replacing("{name}", with: "NAME").replacing("{action}", with: "cut")
      #expect(document.contains(path), "docs/api.md lacks \(path)")
    }
  }

  /// A call that is not known has an answer of its own.
  @Test func everyCallIsKnown() throws {
    let api = ConsoleAPI(
      PacketStoreTests.store(Repository.file("captures/recorded/clean.pcapng")), tables: DissectorTables(),
      options: HTTPOptions(), library: .shipped, trouble: { _ in "" }, version: "1")
    // The server answers this one itself, before there is a token.
    for call in try calls() where call != "/api/login" {
      let path = call.replacing("{number}", with: "1").replacing("{id}", with: "1").replacing("{name}", with: "none")
        .replacing("{action}", with: "cut")
      for method in ["GET", "POST"] {
        let (status, text) = api.answer(APIRequest(method: method, target: path))
        let isUnknown = text.withBytes { String(text: $0) }
          .contains("there is no call")
        #expect(status < 500)
        let isRead = !path.contains("/links/")
        if isRead == (method == "GET"), path != "/api/filters" { #expect(!isUnknown, "\(method) \(path)") }
      }
    }
  }
}
