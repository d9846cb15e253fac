/// The fields of an `application/x-www-form-urlencoded` body (WHATWG URL section 5.1).
public struct FormFields: Sendable {
  /// A name and its value.
  public struct Field: Hashable, Sendable {
    /// Decoded.
    public var name: [UInt8]
    /// The value, decoded.
    public var value: [UInt8]
    /// The bytes of the body that the field takes.
    public var range: Range<Int>
  }

  /// The fields, in order.
  public private(set) var fields: [Field] = []
  /// Whether there are more than the limit.
  public private(set) var isCut = false

  /// - Parameter limit: the most fields to keep.
  public init(_ bytes: Span<UInt8>, limit: Int = 10_000) {
    var start = 0
    while start < bytes.count {
      var end = start
      var equals: Int?
      while end < bytes.count, bytes[end] != UInt8(ascii: "&") {
        if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      if end > start {
        guard fields.count < limit else {
          isCut = true
          return
        }
        let middle = equals ?? end
        fields.append(
          Field(
            name: Self.decoded(bytes.extracting(start..<middle)),
            value: Self.decoded(bytes.extracting(min(end, middle + 1)..<end)), range: start..<end))
      }
      start = end + 1
    }
  }

  private static func decoded(_ text: Span<UInt8>) -> [UInt8] {
    var spaced: [UInt8] = []
    for index in text.indices { spaced.append(text[index] == UInt8(ascii: "+") ? 0x20 : text[index]) }
    return GRPCStatus.percentDecoded(spaced.span)
  }
}
