import Wire

/// The numbers of a TCP header that are needed more than once.
struct TCPSegmentFields {
  var start: Int
  var sequence: UInt32
  var acknowledgment: UInt32
  /// The header's length as it says, in bytes.
  var headerLength: Int
  /// Twelve bits, the reserved ones included.
  var flags: UInt16
  var window: UInt16
  /// The length of the payload on the wire, as IP's length says.
  var length: Int
  var options = TCPOptionValues()

  /// Nil where fewer bytes are there than the fixed header has.
  /// - Parameter networkEnd: where the packet would end if it were whole; nil where it is.
  init?(_ bytes: Span<UInt8>, _ start: Int, networkEnd: Int?) {
    guard bytes.count - start >= 20 else { return nil }
    self.start = start
    sequence = bytes.uint32(at: start + 4)
    acknowledgment = bytes.uint32(at: start + 8)
    headerLength = Int(bytes[start + 12] >> 4) * 4
    flags = bytes.uint16(at: start + 12) & 0x0FFF
    window = bytes.uint16(at: start + 14)
    let end = max(bytes.count, networkEnd ?? 0)
    length = max(0, end - start - headerLength)
    if headerLength > 20 {
      options = TCPOptionValues(bytes, start + 20..<min(bytes.count, start + headerLength))
    }
  }

  var isSYN: Bool { flags & 2 != 0 }
  var isFIN: Bool { flags & 1 != 0 }
  var isRST: Bool { flags & 4 != 0 }
  var isACK: Bool { flags & 16 != 0 }
}

/// What the options say that later segments depend on.
struct TCPOptionValues {
  var windowShift: UInt8?
  var selective: [(left: UInt32, right: UInt32)] = []

  init() {}

  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var position = range.lowerBound
    while position < range.upperBound {
      let kind = bytes[position]
      if kind == 0 { return }
      if kind == 1 {
        position += 1
        continue
      }
      guard position + 1 < range.upperBound else { return }
      let length = Int(bytes[position + 1])
      guard length >= 2, position + length <= range.upperBound else { return }
      if kind == 3, length == 3 { windowShift = min(14, bytes[position + 2]) }
      if kind == 5 {
        for place in stride(from: position + 2, to: position + length - 7, by: 8) {
          selective.append((bytes.uint32(at: place), bytes.uint32(at: place + 4)))
        }
      }
      position += length
    }
  }
}
