import Wire

/// Searches bytes for frames in a row, after a gap.
///
/// A place is the beginning of a frame if the headers of that frame and of those that follow it make sense, and together say
/// more than chance would. What is found does not depend on the pieces in which the bytes come.
struct HTTP2FrameSearch: Sendable {
  /// How far beyond its beginning a row may go until it is believed.
  static let window = 64 << 10

  /// The bytes in question.
  private(set) var held: [UInt8] = []
  /// Where in `held` a row may begin, or, once it is found, what is to be read next.
  var position = 0
  /// Whether frames were found at `position`.
  private(set) var hasFound = false
  private var skipped: Int64 = 0
  private var plausibility = HTTP2Plausibility()

  var heldBytes: Int { held.capacity }
  /// True if no bytes are in question.
  var isEmpty: Bool { held.isEmpty && skipped == 0 }

  /// Says that a frame in order has this stream.
  mutating func note(_ stream: UInt32) {
    plausibility.greatestStream = max(plausibility.greatestStream, stream)
  }

  /// Drops the bytes in question: what follows does not go on with them.
  mutating func forget() {
    skipped += Int64(held.count - (hasFound ? held.count : 0))
    held.removeAll(keepingCapacity: true)
    (position, hasFound) = (0, false)
  }

  /// Drops what was found, and read.
  mutating func close() {
    held = []
    (position, hasFound) = (0, false)
  }

  /// Searches what was found and not yet read; returns how many bytes that are.
  mutating func reopen() -> Int {
    hasFound = false
    held.removeFirst(position)
    position = 0
    return held.count
  }

  mutating func append(_ bytes: Span<UInt8>) {
    held.append(bytes)
  }

  /// How many bytes were passed over since this was asked last.
  mutating func takeSkipped() -> Int64 {
    defer { skipped = 0 }
    return skipped
  }

  /// Looks for a row of frames as far as the bytes say; true if one is at `position`.
  ///
  /// - Parameter isEnd: whether no bytes follow, so that a row may be shorter.
  mutating func scan(maxFrameSize: Int, isEnd: Bool = false) -> Bool {
    var place = position
    while place < held.count {
      // Most places are told from a header by the first byte of its stream.
      if place + HTTP2FrameHeader.length <= held.count, held[place + 5] != 0 {
        place += 1
        continue
      }
      let verdict = plausibility.judge(
        held.span, from: place, window: Self.window, maxFrameSize: maxFrameSize, isEnd: isEnd)
      if verdict == .yes {
        hasFound = true
        break
      }
      guard verdict == .no || isEnd else { break }
      place += 1
    }
    skipped += Int64(place - position)
    position = place
    if !hasFound, position > held.count / 2 {
      held.removeFirst(position)
      position = 0
    }
    return hasFound
  }
}
