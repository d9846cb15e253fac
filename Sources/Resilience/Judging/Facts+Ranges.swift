import Streams

internal import Dissection
internal import Wire

/// How the client asks for parts of a response.
extension Facts {
  private var ranged: [ObservedRequest] { evidence.requests.filter { $0.fields["range"] != nil } }

  /// Without a condition, the rest of another version comes if the resource has changed meanwhile (RFC 9110 section 13.1.5).
  func unconditionalResumption() -> Finding? {
    for request in ranged {
      let before = evidence.requests.last { $0.isSame(as: request) && $0.packet.number < request.packet.number }
      guard let tag = before?.answerFields["etag"], !tag.hasPrefix("W/") else { continue }
      guard ["if-range", "if-match", "if-unmodified-since"].allSatisfy({ request.fields[$0] == nil }) else { continue }
      let range = request.fields["range"] ?? ""
      return Finding(
        "it asked for \(range) without a condition, though the response before had the tag \(tag)", [request.packet])
    }
    return nil
  }

  func weakIfRange() -> Finding? {
    let weak = ranged.filter { $0.fields["if-range"]?.hasPrefix("W/") == true }
    guard let first = weak.first else { return nil }
    return Finding("it sent If-Range: \(first.fields["if-range"] ?? "")", weak.map(\.packet))
  }
}
