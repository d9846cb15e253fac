import Captures
import TLS
import VirtualLink
import Wire

/// The secrets of the TLS connections that a capture on a link sees. The process that holds the link is asked for them.
///
/// Only those of connections whose handshake was captured are given.
final class LinkSecrets: LiveSecrets {
  /// How often the link is asked for secrets that were not there in time, in nanoseconds of the capture's clock.
  private static let interval: Int64 = 100_000_000
  /// The most connections whose secrets are asked for again.
  private static let mostAwaited = 1024

  private let link: ControlClient
  private let log = KeyLog()
  /// From which byte on the link's secrets have not been taken.
  private var place: Int
  private var patience = SecretPatience()
  private var handshakes = HandshakeWatch()
  /// Connections whose secrets are not all given, with how many secrets are.
  private var awaited: [ClientRandom: Int] = [:]
  private var lastAsked = Timestamp(nanoseconds: 0)
  /// How many connections had secrets when they were needed, and how many had none.
  private(set) var found = 0
  private(set) var missing = 0

  /// - Returns: nil if the link collects no secrets.
  ///
  /// To be made before the capture begins: what the link has by now belongs to connections whose handshake the capture does not see.
  init?(_ link: ControlClient) {
    guard let next = (try? link.request("keys"))?["next"].flatMap({ Int($0) }) else { return nil }
    self.link = link
    place = next
  }

  func lines(before frame: Frame, _ bytes: Span<UInt8>) -> [UInt8] {
    if let random = handshakes.secretNeeded(by: frame, bytes) {
      let isThere = SecretPatience.wait(for: random, in: log, isHopeless: patience.isSpent) { ask() }
      patience.note(hasSecrets: isThere)
      if isThere { found += 1 } else { missing += 1 }
      if awaited.count < Self.mostAwaited { awaited[random] = 0 }
      return newLines()
    }
    // Secrets that are late are of use to readers that keep packets, as Headwind's do.
    guard !awaited.isEmpty, frame.timestamp - lastAsked >= Self.interval else { return [] }
    lastAsked = frame.timestamp
    ask()
    return newLines()
  }

  private func newLines() -> [UInt8] {
    var lines: [UInt8] = []
    for (random, given) in awaited {
      let secrets = log.lines(of: random)
      if secrets.count > given { lines += secrets.flatMap(\.encoded) }
      awaited[random] = log.hasAllSecrets(of: random) ? nil : secrets.count
    }
    return lines
  }

  /// Takes the secrets that the link has by now; none if it is gone.
  private func ask() {
    while let reply = try? link.request("keys from \(place)"), let next = reply["next"].flatMap({ Int($0) }),
      next > place
    {
      let lines = reply.values.filter { $0.name == "key" }.map { $0.value + "\n" }.joined()
      if log.add(Array(lines.utf8)).added > 0 { patience.hope() }
      place = next
    }
  }
}

extension KeyLog {
  /// The secrets of one connection.
  fileprivate func lines(of random: ClientRandom) -> [KeyLogLine] {
    KeyLogLabel.allCases.compactMap { label in
      secret(label, of: random).map { KeyLogLine(label: label, clientRandom: random, secret: $0) }
    }
  }
}
