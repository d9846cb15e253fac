import LinkConditions
import VirtualLink

/// The text of the packet comments in a capture that describe fates.
enum FateWords {
  /// The profile in force and the packet's fate: `Slow Net: delayed 103 ms, corrupted at byte 61`.
  static func text(_ sighting: FrameSighting) -> String {
    let part = sighting.part > 0 ? " (select \(sighting.part))" : ""
    return "\(sighting.profile)\(part): \(fate(sighting))"
  }

  private static func fate(_ sighting: FrameSighting) -> String {
    switch sighting.fate {
    case .unknown: return sighting.place == .entering ? "the kernel decides" : "the kernel does not say"
    case .dropped(let reason): return "dropped \(words(reason))"
    case .made: return "made by the link: an ICMP error for a packet that was longer than the MTU"
    case .queued(let copies):
      let delay =
        sighting.expectedDelay.map { "delayed \(time($0))" }
        ?? (sighting.isUndecided ? "waits in the queue" : "waits for a slot")
      return words(delay, sighting, isDuplicated: copies > 1)
    case .delivered(let delay): return words("delayed \(time(delay))", sighting, isDuplicated: sighting.isCopy)
    }
  }

  private static func words(_ delay: String, _ sighting: FrameSighting, isDuplicated: Bool) -> String {
    let how = [isDuplicated ? "duplicated" : nil, sighting.isReordered ? "reordered" : nil].compactMap { $0 }
    return (how + [delay] + changes(sighting)).joined(separator: ", ")
  }

  private static func changes(_ sighting: FrameSighting) -> [String] {
    var changes: [String] = []
    if let bit = sighting.corruptedBit { changes.append("corrupted at byte \(bit / 8)") }
    if sighting.isMarked { changes.append("marked \"congestion experienced\"") }
    return changes
  }

  /// The reason as a phrase that follows "dropped": `by loss`.
  static func words(_ reason: FrameSighting.Reason) -> String {
    switch reason {
    case .loss: "by loss"
    case .queueLimit: "by the queue: it was full"
    case .discipline: "by the queue: its discipline"
    case .list: "by its number"
    case .mtu: "by the MTU: too long"
    case .rebinding: "by NAT: no mapping since the rebind"
    case .memory: "by lack of memory"
    }
  }

  /// With three significant digits: 103 ms, 1.25 s, 48 us.
  private static func time(_ nanoseconds: Int64) -> String {
    var scale: Int64 = 1
    while nanoseconds / scale >= 1000 { scale *= 10 }
    return QuantityText.text(of: LinkDuration(nanoseconds: (nanoseconds + scale / 2) / scale * scale))
  }
}
