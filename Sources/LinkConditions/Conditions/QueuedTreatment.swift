/// What a switch does to the packets that wait for their turn at the bandwidth.
///
/// Packets that have been sent, and only travel, keep their times with each of these. A packet that is being sent when the
/// switch happens does not wait any more: `drop` spares it.
public enum QueuedTreatment: String, CaseIterable, Comparable, Hashable, Sendable {
  /// They leave when they would have left without the switch: netem's rule.
  case keep
  /// They are sent at the new bandwidth, from the head of the queue on, as tbf and htb do. Where the new conditions lose
  /// every packet, there is no bandwidth to apply, and they leave as with `keep`.
  case rerate
  /// They are dropped.
  case drop

  public static func < (one: QueuedTreatment, other: QueuedTreatment) -> Bool {
    allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
  }
}
