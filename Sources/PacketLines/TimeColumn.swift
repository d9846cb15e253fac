import TextOutput
import Wire

/// What the time column has to remember from packet to packet.
struct TimeColumn: Sendable {
  /// The first packet, or the one before; zero until there is one, as in tcpdump.
  private var reference = ListedTime()
  /// The offset of local time, and the quarter of an hour that it was asked for: time zones change at no other times.
  private var quarter: Int64 = .min
  private var offset: Int64 = 0

  /// What a packet's time is shown relative to; the packet counts for those after it.
  mutating func reference(for frame: Frame, _ options: ListingOptions) -> ListedTime {
    guard options.time == .sincePrevious || options.time == .sinceFirst else { return reference }
    let now = ListedTime(frame, options)
    let before = reference.isZero ? now : reference
    reference = options.time == .sincePrevious ? now : before
    return before
  }

  mutating func utcOffset(at seconds: Int64, _ ask: (Int64) -> Int) -> Int64 {
    let slot = seconds >> 10
    if slot != quarter {
      quarter = slot
      offset = Int64(ask(seconds))
    }
    return offset
  }
}

extension PacketListing {
  /// The timestamp and a space, in the form that the options ask for.
  mutating func appendTime(of frame: Frame, since reference: ListedTime) {
    if options.time == .none { return }
    let time = ListedTime(frame, options)
    switch options.time {
    case .none: return
    case .timeOfDay, .dateAndTime:
      if appendLocalTime(time.seconds) { appendFraction(time.fraction) }
    case .epoch:
      if Self.isBeyondClock(time.seconds) {
        text.append("[Error converting time]")
      } else {
        text.append(UInt32(truncatingIfNeeded: time.seconds))
        appendFraction(time.fraction)
      }
    case .sincePrevious, .sinceFirst: appendDifference(time, since: reference)
    }
    text.append(byte: 0x20)
  }

  /// tcpdump takes seconds with bit 31 set for an error.
  private static func isBeyondClock(_ seconds: Int64) -> Bool {
    seconds & 0x8000_0000 != 0
  }

  private mutating func appendLocalTime(_ seconds: Int64) -> Bool {
    guard !Self.isBeyondClock(seconds) else {
      text.append("[Error converting time]")
      return false
    }
    let local = seconds &+ timeColumn.utcOffset(at: seconds, options.utcOffset)
    if options.time == .dateAndTime {
      text.append(day: CivilTime(seconds: local))
      text.append(byte: 0x20)
    }
    appendClock(local)
    return true
  }

  private mutating func appendClock(_ seconds: Int64) {
    let second = UInt32(truncatingIfNeeded: ((seconds % 86_400) + 86_400) % 86_400)
    text.write(atMost: 8 + MutableSpan<UInt8>.slack) { room in
      var length = 0
      room.put(clock: second, at: &length)
      return length
    }
  }

  private mutating func appendFraction(_ count: Int64) {
    let fraction = UInt32(truncatingIfNeeded: count)
    let hasNanoseconds = options.nanoseconds
    guard Int64(fraction) < options.fractionsOfASecond else {
      text.append(byte: 0x2E)
      return text.append(fraction)
    }
    text.write(atMost: 10 + MutableSpan<UInt8>.slack) { room in
      var length = 0
      room.put(0x2E, counting: 1, at: &length)
      if hasNanoseconds {
        room.put(decimal: fraction / 1_000_000, digits: 3, at: &length)
        room.put(decimal: fraction % 1_000_000, digits: 6, at: &length)
      } else {
        room.put(decimal: fraction, digits: 6, at: &length)
      }
      return length
    }
  }

  private mutating func appendDifference(_ now: ListedTime, since reference: ListedTime) {
    let isEarlier = now < reference
    let difference = isEarlier ? reference.since(now, options) : now.since(reference, options)
    text.append(byte: isEarlier ? 0x2D : 0x20)
    if Self.isBeyondClock(difference.seconds) {
      text.append("[Error converting time]")
    } else {
      appendClock(difference.seconds)
      appendFraction(difference.fraction)
    }
  }
}
