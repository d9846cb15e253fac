internal import FarSide
internal import LinkConditions
internal import YAML

/// Reads how a server keeps to QUIC and HTTP/3, besides its steps.
struct HTTP3ConductReader {
  static let keys = ["listen", "certificate", "retry", "versions", "early-data", "idle-timeout", "streams"]
  private static let mostStreams: UInt64 = 1 << 16

  let reader: MappingReader
  private var problems: ProblemCollector { reader.problems }

  func script(_ acts: ServerScript.Acts) -> HTTP3Script {
    var script = HTTP3Script(acts: acts)
    script.listening = reader.choice("listen") ?? .accept
    script.certificate = reader["certificate"].map { _ in reader.choice("certificate") ?? .good }
    script.asksForRetry = reader.flag("retry") ?? false
    script.versions = reader["versions"].map(versions)
    script.takesEarlyData = reader.flag("early-data") ?? true
    if let time = reader.duration("idle-timeout") { script.idleTimeout = time.nanoseconds }
    if let node = reader["streams"], let text = reader.text("streams") {
      if let count = UInt64(text), (1...Self.mostStreams).contains(count) {
        script.mostStreams = Int(count)
      } else {
        problems.report(
          "\(reader.place("streams")): '\(text.shortened)' is not a number from 1 to \(Self.mostStreams)", at: node)
      }
    }
    return script
  }

  /// Numbers such as `0x1a2a3a4a` (RFC 9000 section 15).
  private func versions(_ node: YAMLNode) -> [UInt32] {
    let path = reader.place("versions")
    guard case .sequence(let items) = node, !items.isEmpty else {
      problems.report("\(path): write a list of versions, such as [0x1a2a3a4a]", at: node)
      return []
    }
    return items.compactMap { item in
      guard let text = problems.text(item, path: path, "a version") else { return nil }
      let version = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
      if let version, version != 0 { return version }
      problems.report(
        "\(path): '\(text.shortened)' is not a version; write up to eight digits such as 0x1a2a3a4a", at: item)
      return nil
    }
  }
}
