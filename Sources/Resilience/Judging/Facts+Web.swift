import Streams

internal import Dissection
internal import Wire

/// How the client follows redirects, and to whom it sends what it knows.
extension Facts {
  /// The requests with one of these statuses that the client followed, each with the one that follows it.
  private func followed(_ statuses: Set<Int>) -> [(from: ObservedRequest, to: ObservedRequest)] {
    zip(evidence.requests, evidence.requests.dropFirst()).filter { statuses.contains($0.0.status ?? 0) }
      .map { ($0.0, $0.1) }
  }

  func changedAfterRedirect() -> Finding? {
    for (from, to) in followed([307, 308]) {
      guard to.method != from.method || to.bodyBytes != from.bodyBytes else { continue }
      return Finding(
        "it followed the \(from.status ?? 0) to \(from.method) with \(from.bodyBytes) bytes by \(to.method) with \(to.bodyBytes) bytes",
        [from.packet, to.packet])
    }
    return nil
  }

  func unchangedAfterSeeOther() -> Finding? {
    for (from, to) in followed([303]) where !["GET", "HEAD"].contains(to.method) || to.bodyBytes > 0 {
      return Finding(
        "it followed the 303 by \(to.method) \(to.target) with \(to.bodyBytes) bytes", [from.packet, to.packet])
    }
    return nil
  }

  func requestInTheClear() -> Finding? {
    let plain = evidence.requests.filter { $0.stream >= 0 && !$0.isSecure }
    guard let first = plain.first else { return nil }
    let packets = plain.map(\.packet)
    return Finding("it sent \(first.method) \(first.url ?? first.target) in the clear,\(at(packets))", packets)
  }

  /// The hosts that the client was asked to make requests to.
  private var ownHosts: Set<String> { Set(scenario.requests.map { Scenario.host(of: $0.url).lowercased() }) }

  func fieldBeyondHost(_ fields: [String]) -> Finding? {
    leak(of: fields, in: evidence.requests.filter { !$0.host.isEmpty && !ownHosts.contains($0.host) }) {
      "to \($0.host)"
    }
  }

  func fieldInTheClear(_ fields: [String]) -> Finding? {
    leak(of: fields, in: evidence.requests.filter { $0.stream >= 0 && !$0.isSecure }) { _ in "in the clear" }
  }

  private func leak(
    of fields: [String], in requests: [ObservedRequest], _ place: (ObservedRequest) -> String
  ) -> Finding? {
    for field in fields {
      let leaks = requests.filter { $0.fields[field.lowercased()] != nil }
      guard let first = leaks.first else { continue }
      return Finding(
        "it sent \(field) \(place(first)) with \(first.method) \(first.url ?? first.target)", leaks.map(\.packet))
    }
    return nil
  }

  /// Looks at the last request to the host after the cookie was set.
  func missingCookie(_ names: [String]) -> Finding? {
    for setter in evidence.requests {
      let set = setter.answerFields.all("set-cookie").compactMap { $0.split(separator: "=").first.map { String($0) } }
      guard let name = set.first(where: names.contains), let answered = setter.answered else { continue }
      guard
        let last = evidence.requests.last(where: { $0.host == setter.host && $0.packet.number > answered.number })
      else { return Finding("it sent no request after the cookie \(name) was set", [answered]) }
      let sent = last.fields.all("cookie").flatMap { $0.split(separator: ";") }
      if sent.contains(where: { $0.drop { $0 == " " }.hasPrefix(name + "=") }) { return nil }
      return Finding("it sent \(last.method) \(last.target) without the cookie \(name)", [answered, last.packet])
    }
    return nil
  }

  /// Whether the client revalidates what it has, or answers a request without sending it.
  var usesCache: Bool {
    let isConditional = evidence.requests.contains {
      $0.fields["if-none-match"] != nil || $0.fields["if-modified-since"] != nil
    }
    return isConditional || (outcome.status == 0 && unsentRequest() != nil)
  }

  func unsentRequest() -> Finding? {
    let (asked, sent) = (scenario.requests.count, evidence.requests.count)
    guard sent < asked else { return nil }
    return Finding("it sent \(sent) of \(asked) requests", evidence.requests.map(\.packet))
  }
}
