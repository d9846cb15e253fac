import Wire

/// Splits a body into lines, as JSON Lines and NDJSON have them: each ends with a line feed, before which a carriage return may stand.
public struct LineSplitter: Sendable {
  /// The longest line that is lent whole, in bytes, unless said otherwise.
  public static let defaultLimit = 16 << 20

  /// A line without its end.
  public struct Line: Hashable, Sendable {
    /// The bytes of the body that the line takes, its end included.
    public var range: Range<Int64>
    /// Whether it is longer than the limit, so that its end was left out, or bytes of it are not in the capture.
    public var isCut: Bool
  }

  private let limit: Int
  private var held: [UInt8] = []
  private var start: Int64 = 0
  private var offset: Int64 = 0
  private var isCut = false

  /// - Parameter limit: the longest line to hold, in bytes.
  public init(limit: Int = defaultLimit) {
    self.limit = max(0, limit)
  }

  /// The memory that it holds, in bytes.
  public var heldBytes: Int { held.capacity }

  /// Takes the next piece, and lends each line that ends in it, without its end. Empty lines are left out.
  public mutating func read(_ bytes: Span<UInt8>, _ receive: (Line, Span<UInt8>) -> Void) {
    var begin = 0
    for index in bytes.indices where bytes[index] == 0x0A {
      let piece = bytes.extracting(begin..<index)
      let end = offset + Int64(index) + 1
      if held.isEmpty, piece.count <= limit {
        lend(piece, to: end, receive)
      } else {
        hold(piece)
        let line = exchange(&held, with: [])
        lend(line.span, to: end, receive)
      }
      begin = index + 1
    }
    hold(bytes.extracting(begin..<bytes.count))
    offset += Int64(bytes.count)
  }

  /// Takes the word that the next `count` bytes are not in the capture.
  public mutating func miss(_ count: Int64) {
    offset += max(0, count)
    isCut = true
  }

  /// Lends the last line, if it has no end.
  public mutating func finish(_ receive: (Line, Span<UInt8>) -> Void) {
    let line = exchange(&held, with: [])
    lend(line.span, to: offset, receive)
  }

  private mutating func hold(_ bytes: Span<UInt8>) {
    let room = limit - held.count
    held.append(bytes.extracting(0..<min(room, bytes.count)))
    if bytes.count > room { isCut = true }
  }

  private mutating func lend(_ bytes: Span<UInt8>, to end: Int64, _ receive: (Line, Span<UInt8>) -> Void) {
    var count = bytes.count
    if count > 0, bytes[count - 1] == 0x0D { count -= 1 }
    if count > 0 { receive(Line(range: start..<end, isCut: isCut), bytes.extracting(0..<count)) }
    start = end
    isCut = false
  }
}
