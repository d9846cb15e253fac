import Wire

/// Finds the messages in one direction of a gRPC call: the body of a request or response is messages, each behind five bytes that say
/// whether it is compressed, and how long it is (gRPC over HTTP/2, "Length-Prefixed-Message").
///
/// Messages are lent as they come, and never held. gRPC-Web sends the trailers as a message, too.
public struct GRPCMessageReader: Sendable {
  /// The flag and the length: 5 bytes.
  public static let prefixLength = 5

  /// The prefix of a message.
  public struct Message: Hashable, Sendable {
    /// Whether it is coded as `grpc-encoding` says.
    public var isCompressed: Bool
    /// Whether it is the trailers of gRPC-Web: a block of field lines (gRPC-Web, "Trailers").
    public var isTrailers: Bool
    /// The length that the prefix gives, in bytes.
    public var count: Int
    /// The offset of the prefix in the body.
    public var offset: Int64
    /// How many of its bytes are not in the capture.
    public var missing: Int
  }

  /// What the bytes are.
  public enum Event: Hashable, Sendable {
    /// A message begins.
    case begin(Message)
    /// Some of the message, as a range of the bytes given.
    case data(Range<Int>)
    /// It is complete.
    case end(Message)
    /// A prefix whose flag is not one, or bytes that are missing: it is not known where messages begin. Nothing more follows.
    case lost(at: Int64)
  }

  private var prefix: [UInt8] = []
  private var message: Message?
  private var remaining = 0
  private var offset: Int64 = 0
  private var isLost = false
  /// Whether bytes are missing where a prefix begins or is.
  private var hasGap = false

  /// Begins at the begin of a body.
  public init() {}

  /// Whether a message has begun and is not over, so that a body that ends here is cut short.
  public var isInMessage: Bool { message != nil || !prefix.isEmpty }

  /// The next event in `bytes` from `position`, or nil when they are used up.
  public mutating func next(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    guard !isLost else {
      position = bytes.count
      return nil
    }
    guard let message else { return readPrefix(bytes, &position) }
    guard remaining > 0 else {
      self.message = nil
      return .end(message)
    }
    guard position < bytes.count else { return nil }
    let range = position..<position + min(remaining, bytes.count - position)
    position = range.upperBound
    offset += Int64(range.count)
    remaining -= range.count
    return .data(range)
  }

  /// Takes the word that the next `count` bytes are not in the capture. `next` tells what follows from that.
  public mutating func miss(_ count: Int64) {
    guard count > 0, !isLost else { return }
    guard message != nil, count <= Int64(remaining) else {
      message = nil
      hasGap = true
      return
    }
    remaining -= Int(count)
    offset += count
    message?.missing += Int(count)
  }

  private mutating func readPrefix(_ bytes: Span<UInt8>, _ position: inout Int) -> Event? {
    let start = offset - Int64(prefix.count)
    if hasGap {
      isLost = true
      return .lost(at: start)
    }
    while position < bytes.count, prefix.count < Self.prefixLength {
      prefix.append(bytes[position])
      position += 1
      offset += 1
    }
    guard let flag = prefix.first else { return nil }
    guard flag & 0x7E == 0 else {
      isLost = true
      return .lost(at: start)
    }
    guard prefix.count == Self.prefixLength else { return nil }
    remaining = Int(prefix.span.uint32(at: 1))
    prefix.removeAll(keepingCapacity: true)
    let message = Message(
      isCompressed: flag & 1 != 0, isTrailers: flag & 0x80 != 0, count: remaining, offset: start, missing: 0)
    self.message = message
    return .begin(message)
  }
}
