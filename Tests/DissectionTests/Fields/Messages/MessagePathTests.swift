import Dissection
import TestSupport
import Testing
import Wire

@Suite("Messages without the rest of the tree")
struct MessagePathTests {
  /// Fields that are found past all headers.
  private static let fields = [
    "http.request.method", "http.request.uri", "http.request.full_uri", "http.time", "http.response.code", "http.host",
    "http.request_in", "http.response_for.uri", "http.file_data", "json.path_with_value", "tcp.segment.count",
    "frame.number",
  ].compactMap { FieldTable.field(named: $0)?.id }

  @Test("have the values that they have in it", arguments: MessageCaptures.names)
  func values(_ name: String) throws {
    let path = MessageCaptures.path(name)
    let whole = try CaptureFile.columns(path, Self.fields, wanted: nil)
    #expect(try CaptureFile.columns(path, Self.fields) == whole)
    // And where fewer are wanted, so that no body and no header field is looked at.
    let few = Array(Self.fields.prefix(4))
    let short = try CaptureFile.columns(path, few)
    #expect(
      short
        == whole.map { $0.split(separator: "\t", omittingEmptySubsequences: false).prefix(4).joined(separator: "\t") })
  }
}
