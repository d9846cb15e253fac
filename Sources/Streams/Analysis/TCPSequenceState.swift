import Wire

/// What one end of a conversation has sent, as far as ``TCPSequenceRules`` needs it for later segments.
package struct TCPSequenceState {
  /// The next sequence number expected; 0 before anything was seen.
  package var next: UInt32 = 0
  /// Up to where everything was seen.
  package var highestContiguous: UInt32 = 0
  package var lastAcknowledgment: UInt32 = 0
  /// How often the acknowledgment was repeated; -1 once an acknowledgment of a segment that was not captured was reported.
  var duplicates: Int32 = 0
  /// The packet that advanced `next`, and its time in nanoseconds.
  package private(set) var nextPacket = 0
  package private(set) var nextTime: Int64 = 0
  var lastAcknowledgmentTime: Int64 = 0
  /// The packet whose acknowledgment is repeated.
  var lastFreshAcknowledgment = 0
  /// As on the wire; 0 as long as none was seen.
  var window: UInt16 = 0
  /// The window's shift; -1 unknown, -2 none.
  package private(set) var windowShift: Int8 = -1
  var isWindowUnseen = true
  /// Whether the last window was that of a SYN, which is never scaled.
  private var isWindowUnscaled = false
  var lastFindings: TCPFindings = []

  package init() {}

  var scaledWindow: UInt32 { UInt32(window) << UInt32(isWindowUnscaled ? 0 : max(0, windowShift)) }

  /// Takes the window scale option of a SYN, or its absence. The scale is in force if both SYNs have the option
  /// (RFC 7323 section 2.2).
  package mutating func learnWindowShift(_ shift: UInt8?, isAnswer: Bool, _ other: inout TCPSequenceState) {
    if let shift {
      windowShift = isAnswer && other.windowShift == -2 ? -2 : Int8(min(14, shift))
    } else {
      windowShift = -2
      other.windowShift = -2
    }
  }

  /// Goes back to what was seen without a gap, because the SYN comes again: a reset may have had the number that was
  /// acknowledged instead of the next one.
  package mutating func beginAgain() { next = highestContiguous }

  mutating func remember(_ rules: TCPSequenceRules, isProbe: Bool) {
    let end = rules.segmentEnd
    if next == 0 || SequenceNumber.isAfter(end, next), !isProbe {
      next = end
      nextPacket = rules.packet
      nextTime = rules.time
    }
    if rules.sequence == highestContiguous || highestContiguous == 0, !isProbe { highestContiguous = next }
    window = rules.window
    isWindowUnseen = false
    lastAcknowledgment = rules.acknowledgment
    lastAcknowledgmentTime = rules.time
    if rules.flags.contains(.syn) {
      isWindowUnscaled = true
    } else if rules.flags.contains(.ack) {
      isWindowUnscaled = false
    }
  }
}
