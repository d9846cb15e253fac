import Wire

/// Finds the parts of a multipart body (RFC 2046 section 5.1, RFC 7578) in pieces as they come.
///
/// The content of parts is lent as it comes. No more is held than a delimiter, and the head of a part up to a limit.
public struct MultipartReader: Sendable {
  /// The longest head of a part, in bytes.
  public static let headLimit = 64 << 10
  /// The longest boundary that RFC 2046 allows, in bytes.
  public static let boundaryLimit = 70

  /// What the bytes are.
  public enum Event: Hashable, Sendable {
    /// A part begins, with its field lines as they came, up to the empty line.
    case part(head: [UInt8], offset: Int64)
    /// The part is over.
    case end(offset: Int64)
    /// The last delimiter.
    case close(offset: Int64)
    /// A head is longer than the limit; nothing more follows.
    case headTooLong(offset: Int64)
  }

  private enum Phase: UInt8 {
    case preamble, delimiterEnd, head, content, epilogue
  }

  private let delimiter: [UInt8]
  private var phase = Phase.preamble
  /// What may turn out to be the beginning of a delimiter, or what follows one.
  private var held: [UInt8] = []
  private var head: [UInt8] = []
  private var offset: Int64 = 0
  /// The offset at which the delimiter that was read last begins.
  private var delimiterStart: Int64 = 0

  /// Nil for a boundary that is empty or longer than RFC 2046 allows.
  public init?(boundary: Span<UInt8>) {
    guard boundary.count > 0, boundary.count <= Self.boundaryLimit else { return nil }
    var delimiter = Array("\r\n--".utf8)
    delimiter.append(boundary)
    self.delimiter = delimiter
    // The first delimiter may stand at the very beginning, where no line has ended.
    held = [0x0D, 0x0A]
    offset = -2
  }

  /// The boundary that a value of `Content-Type` gives; nil if it gives none.
  public static func boundary(contentType: Span<UInt8>) -> [UInt8]? {
    let name = Array("boundary=".utf8)
    var index = 0
    while index + name.count <= contentType.count {
      var isMatch = true
      for place in 0..<name.count where contentType[index + place] | 0x20 != name[place] | 0x20 {
        isMatch = false
        break
      }
      guard isMatch else {
        index += 1
        continue
      }
      var start = index + name.count
      let isQuoted = start < contentType.count && contentType[start] == UInt8(ascii: "\"")
      if isQuoted { start += 1 }
      var value: [UInt8] = []
      while start < contentType.count {
        let byte = contentType[start]
        if isQuoted ? byte == UInt8(ascii: "\"") : byte == UInt8(ascii: ";") || byte == 0x20 { break }
        value.append(byte)
        start += 1
      }
      return value.isEmpty ? nil : value
    }
    return nil
  }

  /// Whether the last delimiter has come.
  public var isOver: Bool { phase == .epilogue }

  /// Takes the next piece.
  ///
  /// - Parameters:
  ///   - tell: is told where parts begin and end.
  ///   - receive: is lent content.
  public mutating func read(_ bytes: Span<UInt8>, tell: (Event) -> Void, receive: (Span<UInt8>) -> Void) {
    var position = 0
    while position < bytes.count {
      switch phase {
      case .preamble, .content: search(bytes, &position, tell, receive)
      case .delimiterEnd: readDelimiterEnd(bytes, &position, tell)
      case .head: readHead(bytes, &position, tell)
      case .epilogue:
        offset += Int64(bytes.count - position)
        position = bytes.count
      }
    }
  }

  /// Takes the word that the next `count` bytes are not in the capture.
  ///
  /// In content, what follows is lent as content of the same part, though a part may have ended in the gap. In the head of a part, nothing
  /// more of that part is told.
  public mutating func miss(_ count: Int64, receive: (Span<UInt8>) -> Void) {
    guard count > 0 else { return }
    let pending = held
    held.removeAll(keepingCapacity: true)
    switch phase {
    case .preamble, .content: lend(pending.span, receive)
    case .delimiterEnd, .head:
      head = []
      phase = .preamble
    case .epilogue: break
    }
    offset &+= count
  }

  /// Lends content up to the next delimiter. `held` is always the beginning of one.
  private mutating func search(
    _ bytes: Span<UInt8>, _ position: inout Int, _ tell: (Event) -> Void, _ receive: (Span<UInt8>) -> Void
  ) {
    var start = position
    var index = position
    while index < bytes.count {
      let byte = bytes[index]
      if byte == delimiter[held.count] {
        if held.isEmpty, index > start { lend(bytes.extracting(start..<index), receive) }
        held.append(byte)
        index += 1
        start = index
        guard held.count == delimiter.count else { continue }
        offset += Int64(held.count)
        delimiterStart = max(0, offset - Int64(held.count))
        if phase == .content { tell(.end(offset: delimiterStart)) }
        held.removeAll(keepingCapacity: true)
        phase = .delimiterEnd
        position = index
        return
      }
      if held.isEmpty {
        index += 1
        continue
      }
      // A delimiter has its only CR at its beginning: what is held is content, and the search begins anew at this byte.
      let content = held
      held.removeAll(keepingCapacity: true)
      lend(content.span, receive)
      start = index
    }
    if start < bytes.count { lend(bytes.extracting(start..<bytes.count), receive) }
    position = bytes.count
  }

  private mutating func lend(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) -> Void) {
    // The line end that stands before every body is not in it.
    let skipped = offset < 0 ? min(bytes.count, Int(-offset)) : 0
    if phase == .content, skipped < bytes.count { receive(bytes.extracting(skipped..<bytes.count)) }
    offset += Int64(bytes.count)
  }

  /// After a delimiter: two hyphens for the last one, or white space and the end of the line.
  private mutating func readDelimiterEnd(_ bytes: Span<UInt8>, _ position: inout Int, _ tell: (Event) -> Void) {
    let byte = bytes[position]
    position += 1
    offset += 1
    held.append(byte)
    if held == [0x2D, 0x2D] {
      held = []
      phase = .epilogue
      tell(.close(offset: delimiterStart))
    } else if byte == 0x0A {
      held = []
      head = []
      phase = .head
    } else if held.count > 256 {
      held.removeLast()
    }
  }

  private mutating func readHead(_ bytes: Span<UInt8>, _ position: inout Int, _ tell: (Event) -> Void) {
    head.append(bytes[position])
    position += 1
    offset += 1
    guard head.count <= Self.headLimit else {
      phase = .epilogue
      head = []
      return tell(.headTooLong(offset: delimiterStart))
    }
    let isOver = head == [0x0D, 0x0A] || head == [0x0A] || head.suffix(4) == [0x0D, 0x0A, 0x0D, 0x0A]
    guard head.last == 0x0A, isOver || head.suffix(2) == [0x0A, 0x0A] else { return }
    // The empty line may be the line end of a delimiter at once.
    tell(.part(head: head, offset: delimiterStart))
    head = []
    phase = .content
    held = []
  }
}
