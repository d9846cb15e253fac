/// Where CoDel takes its packets from.
protocol CoDelSource {
  /// The bytes that wait in the whole queue.
  var bytes: Int { get }

  mutating func takeFirst() -> QueuedPacket?

  mutating func discard(_ packet: QueuedPacket, at now: LinkInstant, _ reason: Admission.Drop)
}

extension PacketLine: CoDelSource {}

/// The state of CoDel for one queue: when packets have waited too long, and how fast they are to be dropped.
///
/// It calculates as Linux 6.1 does (`include/net/codel_impl.h`): times are units of 1024 ns in 32 bits, and the square root
/// of the control law is approximated by one step of Newton's method per drop, in 16 bits. So it decides as the kernel.
/// Source: RFC 8289 section 5.
struct CoDelControl: Sendable {
  /// A time in units of 1024 ns, which wraps after 73 minutes.
  private typealias Ticks = UInt32

  /// How many packets were dropped since dropping began.
  private(set) var drops: UInt32 = 0
  private var dropsBefore: UInt32 = 0
  private(set) var isDropping = false
  /// 1 / sqrt(drops), in units of 2^-16.
  private(set) var inverseRoot: UInt16 = 0
  /// When packets will have waited too long for a whole interval; 0 if they do not.
  private var firstAbove: Ticks = 0
  private var nextDrop: Ticks = 0
  /// How long the packet that was looked at last had waited.
  private var wait: Ticks = 0

  /// Takes the next packet that is not dropped, and marks it if that is its fate.
  mutating func dequeue(
    from source: inout some CoDelSource, at now: LinkInstant, _ parameters: CoDelParameters
  ) -> QueuedPacket? {
    guard var packet = source.takeFirst() else {
      isDropping = false
      return nil
    }
    let ticks = Self.ticks(now)
    let isTooLate = waitsTooLong(packet, source.bytes, ticks, parameters)
    if isDropping {
      if !isTooLate {
        isDropping = false
      } else if let next = dropOnSchedule(packet, &source, now, parameters) {
        packet = next
      } else {
        return nil
      }
    } else if isTooLate {
      if marks(&packet, parameters) {
        beginDropping(ticks, parameters)
      } else {
        source.discard(packet, at: now, .discipline)
        guard let next = source.takeFirst() else {
          firstAbove = 0
          beginDropping(ticks, parameters)
          return nil
        }
        packet = next
        _ = waitsTooLong(packet, source.bytes, ticks, parameters)
        beginDropping(ticks, parameters)
      }
    }
    if let threshold = parameters.markThreshold, Self.isAfter(wait, Self.ticks(threshold)), packet.isECNCapable {
      packet.isMarked = true
    }
    return packet
  }

  /// Records that the queue was so full that this many packets were dropped without asking CoDel.
  mutating func count(furtherDrops: Int) {
    drops &+= UInt32(truncatingIfNeeded: furtherDrops)
  }

  /// Drops or marks while the schedule says so. Returns the packet to send, or nil if none is left.
  private mutating func dropOnSchedule(
    _ first: QueuedPacket, _ source: inout some CoDelSource, _ now: LinkInstant, _ parameters: CoDelParameters
  ) -> QueuedPacket? {
    let ticks = Self.ticks(now)
    var packet = first
    while isDropping, !Self.isAfter(nextDrop, ticks) {
      drops &+= 1
      refineRoot()
      if marks(&packet, parameters) {
        nextDrop = afterDelay(nextDrop, parameters)
        return packet
      }
      source.discard(packet, at: now, .discipline)
      guard let next = source.takeFirst() else {
        firstAbove = 0
        isDropping = false
        return nil
      }
      packet = next
      if waitsTooLong(packet, source.bytes, ticks, parameters) {
        nextDrop = afterDelay(nextDrop, parameters)
      } else {
        isDropping = false
      }
    }
    return packet
  }

  /// Whether packets have waited longer than the target for a whole interval.
  private mutating func waitsTooLong(
    _ packet: QueuedPacket, _ waiting: Int, _ now: Ticks, _ parameters: CoDelParameters
  ) -> Bool {
    wait = now &- Self.ticks(packet.admitted)
    if Self.isAfter(Self.ticks(parameters.target), wait) || waiting <= largestOrdinaryFrame {
      firstAbove = 0
      return false
    }
    if firstAbove == 0 {
      firstAbove = now &+ Self.ticks(parameters.interval)
      return false
    }
    return Self.isAfter(now, firstAbove)
  }

  /// Begins to drop: about as fast as at the end of the last time if that was a short while ago.
  private mutating func beginDropping(_ now: Ticks, _ parameters: CoDelParameters) {
    isDropping = true
    let difference = drops &- dropsBefore
    if difference > 1, Self.isAfter(16 &* Self.ticks(parameters.interval), now &- nextDrop) {
      drops = difference
      refineRoot()
    } else {
      drops = 1
      inverseRoot = .max
    }
    dropsBefore = drops
    nextDrop = afterDelay(now, parameters)
  }

  private func marks(_ packet: inout QueuedPacket, _ parameters: CoDelParameters) -> Bool {
    guard parameters.marks, packet.isECNCapable else { return false }
    packet.isMarked = true
    return true
  }

  /// The control law: an interval divided by the square root of the number of drops.
  private func afterDelay(_ ticks: Ticks, _ parameters: CoDelParameters) -> Ticks {
    let root = UInt64(inverseRoot) << 16
    return ticks &+ UInt32(truncatingIfNeeded: (UInt64(Self.ticks(parameters.interval)) * root) >> 32)
  }

  /// A step of Newton's method: x * (3 - drops * x^2) / 2, in fixed point of 32 bits.
  private mutating func refineRoot() {
    let root = UInt64(inverseRoot) << 16
    let square = (root * root) >> 32
    let difference = (3 << 32) &- UInt64(drops) &* square
    inverseRoot = UInt16(truncatingIfNeeded: UInt32(truncatingIfNeeded: ((difference >> 2) &* root) >> 31) >> 16)
  }

  private static func ticks(_ instant: LinkInstant) -> Ticks { Ticks(truncatingIfNeeded: instant.nanoseconds >> 10) }

  /// A parameter. It saturates where the kernel, which gets microseconds in 32 bits, would too.
  private static func ticks(_ duration: LinkDuration) -> Ticks {
    Ticks(clamping: min(duration.nanoseconds >> 10, Int64(Int32.max)))
  }

  /// Compares times that wrap.
  private static func isAfter(_ one: Ticks, _ other: Ticks) -> Bool { Int32(bitPattern: one &- other) > 0 }
}
