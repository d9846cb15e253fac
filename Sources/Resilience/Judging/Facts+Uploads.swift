import Streams

internal import Dissection
internal import Wire

/// How the client goes on with an upload that was refused, interrupted or redirected.
extension Facts {
  /// A client that gets 417 sends the request again without the expectation (RFC 9110 section 10.1.1).
  func repeatedExpectation() -> Finding? {
    for (index, refused) in evidence.requests.enumerated() where refused.status == 417 && refused.expectsContinue {
      let later = evidence.requests[(index + 1)...].first { $0.isSame(as: refused) && $0.expectsContinue }
      guard let later else { continue }
      return Finding(
        "it sent \(later.method) \(later.target) with Expect: 100-continue again after the 417",
        [refused.packet, later.packet])
    }
    return nil
  }

  /// A client that goes on with an upload asks with HEAD how much the server has, and sends the rest, no more and no less
  /// (draft-ietf-httpbis-resumable-upload, sections "Offset Retrieval" and "Upload Append").
  func wrongResumption() -> Finding? {
    let total = scenario.requests.first { $0.bodyBytes != nil }?.bodyBytes ?? 0
    for (index, append) in evidence.requests.enumerated() where append.method == "PATCH" {
      guard let offset = append.fields["upload-offset"].flatMap(Int64.init) else { continue }
      let asked = evidence.requests[..<index].last { head in
        head.method == "HEAD" && head.target == append.target && head.answerFields["upload-offset"] != nil
          && head.completed.map { $0.number < append.packet.number } ?? false
      }
      let words = "it sent PATCH \(append.target) from \(offset) on"
      guard let asked, let told = asked.answerFields["upload-offset"].flatMap(Int64.init) else {
        return Finding("\(words), and had not asked how much the server has", [append.packet])
      }
      guard offset == told else {
        return Finding("\(words), and the server had \(told) bytes", [asked.packet, append.packet])
      }
      let rest = Int64(total) - told
      if append.isComplete, append.bodyBytes != rest, append.fields["upload-complete"] == "?1" {
        return Finding("\(words), with \(append.bodyBytes) bytes instead of \(rest)", [asked.packet, append.packet])
      }
    }
    return nil
  }

  func bodyForAnotherHost() -> Finding? {
    let asked = Set(scenario.requests.map { Scenario.host(of: $0.url).lowercased() })
    let strange = evidence.requests.first { request in
      request.bodyBytes > 0 && !request.host.isEmpty && !asked.contains(request.host)
    }
    guard let strange else { return nil }
    return Finding(
      "it sent \(strange.bodyBytes) bytes with \(strange.method) \(strange.target) to \(strange.host)",
      [strange.packet])
  }
}
