import Synchronization

/// Combines several taps into one.
final class TapFan: PacketTap {
  private let taps: Mutex<[any PacketTap]>

  init(_ taps: [any PacketTap]) {
    self.taps = Mutex(taps)
  }

  func add(_ tap: any PacketTap) {
    taps.withLock { $0.append(tap) }
  }

  func saw(_ frame: Span<UInt8>, _ sighting: FrameSighting) {
    for tap in taps.withLock({ $0 }) { tap.saw(frame, sighting) }
  }

  func note(_ note: LinkNote) {
    for tap in taps.withLock({ $0 }) { tap.note(note) }
  }
}
