import Streams

internal import Dissection
internal import Wire

/// How the client gets new access tokens.
extension Facts {
  /// The requests for a new token (RFC 6749 section 6).
  var tokenRequests: [ObservedRequest] {
    guard let grant = scenario.grant else { return [] }
    let place = AskedRequest(method: "POST", url: grant.url)
    return evidence.requests.filter {
      $0.method == place.method && $0.target == place.target
        && ["", Scenario.host(of: grant.url).lowercased()].contains($0.host)
    }
  }

  func refreshes(moreThan count: Int) -> Finding? {
    let packets = tokenRequests.map(\.packet)
    return packets.count > count
      ? Finding("it asked for a new token \(packets.count) times,\(at(packets))", packets) : nil
  }
}
