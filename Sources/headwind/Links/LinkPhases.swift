import Captures
import VirtualLink
import Wire

/// The profiles that come into force on a link while a capture on it goes on. The process that holds the link is asked for them.
final class LinkPhases: LiveRemarks {
  /// The shortest interval at which the link is asked.
  private static let interval = Duration.milliseconds(100)

  private let link: ControlClient
  private var next = 0
  private var lastAsked: ContinuousClock.Instant?

  init(_ link: ControlClient) {
    self.link = link
  }

  func take() -> [CaptureRemark] {
    let now = ContinuousClock.now
    if let lastAsked, now - lastAsked < Self.interval { return [] }
    lastAsked = now
    // A link that is gone, or of an older Headwind, has no more to say.
    guard let reply = try? link.request("phases from \(next)"), let next = reply["next"].flatMap({ Int($0) }) else {
      return []
    }
    defer { self.next = next }
    let remarks = reply.values.compactMap { $0.name == "phase" ? Self.remark($0.value) : nil }
    // Of what was before the capture, only the profile that is still in force matters.
    return self.next == 0 ? remarks.suffix(1) : remarks
  }

  /// Reads `1700000000.123456789 Black Hole, by command`.
  private static func remark(_ value: String) -> CaptureRemark? {
    let parts = value.split(separator: " ", maxSplits: 1)
    let time = parts.first?.split(separator: ".") ?? []
    guard parts.count == 2, time.count == 2, let seconds = Int64(time[0]), time[1].count == 9,
      let rest = Int64(time[1]), seconds < 9_000_000_000
    else { return nil }
    return CaptureRemark(
      time: Timestamp(nanoseconds: seconds * 1_000_000_000 + rest), text: "profile: \(parts[1])")
  }
}
