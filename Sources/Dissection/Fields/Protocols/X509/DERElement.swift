import Wire

/// One element of DER (X.690): its tag, and where it and its content are.
///
/// The content lies inside the range that the element was read in, so that an element in an element ends where the outer one does, and
/// reading takes time in proportion to the bytes. Tags of more than one byte and indefinite lengths, which no certificate has, are
/// malformed.
struct DERElement {
  static let boolean: UInt8 = 0x01
  static let integer: UInt8 = 0x02
  static let bitString: UInt8 = 0x03
  static let octetString: UInt8 = 0x04
  static let objectIdentifier: UInt8 = 0x06
  static let utf8String: UInt8 = 0x0C
  static let printableString: UInt8 = 0x13
  static let teletexString: UInt8 = 0x14
  static let ia5String: UInt8 = 0x16
  static let utcTime: UInt8 = 0x17
  static let generalizedTime: UInt8 = 0x18
  static let visibleString: UInt8 = 0x1A
  static let universalString: UInt8 = 0x1C
  static let bmpString: UInt8 = 0x1E
  static let sequence: UInt8 = 0x30
  static let set: UInt8 = 0x31

  let tag: UInt8
  let range: Range<Int>
  let content: Range<Int>

  /// Reads the element at `start`, which ends by `end`.
  init(_ bytes: Span<UInt8>, at start: Int, until end: Int) throws(DissectionStop) {
    guard end <= bytes.count, start >= 0, end - start >= 2 else { throw .malformed }
    tag = bytes[start]
    guard tag & 0x1F != 0x1F else { throw .malformed }
    var length = Int(bytes[start + 1])
    var position = start + 2
    if length > 0x80 {
      let width = length & 0x7F
      guard width <= 4, end - position >= width else { throw .malformed }
      length = 0
      for index in position..<position + width { length = length << 8 | Int(bytes[index]) }
      position += width
    } else if length == 0x80 {
      throw .malformed
    }
    guard length <= end - position else { throw .malformed }
    range = start..<position + length
    content = position..<position + length
  }

  /// Reads the element at `start`, which is to have the tag.
  init(_ bytes: Span<UInt8>, at start: Int, until end: Int, _ tag: UInt8) throws(DissectionStop) {
    try self.init(bytes, at: start, until: end)
    guard self.tag == tag else { throw .malformed }
  }

  /// What is behind the first byte of the content, which counts the bits of a bit string that mean nothing.
  var bits: Range<Int> { min(content.lowerBound + 1, content.upperBound)..<content.upperBound }

  /// How many elements are in the content.
  func count(_ bytes: Span<UInt8>) throws(DissectionStop) -> Int {
    var count = 0
    var position = content.lowerBound
    while position < content.upperBound {
      position = try DERElement(bytes, at: position, until: content.upperBound).range.upperBound
      count += 1
    }
    return count
  }

  /// The content as an unsigned number; nil where it has more than eight bytes.
  func number(_ bytes: Span<UInt8>) -> UInt64? {
    guard (1...8).contains(content.count) || content.count == 9 && bytes[content.lowerBound] == 0 else { return nil }
    var value: UInt64 = 0
    for index in content { value = value << 8 | UInt64(bytes[index]) }
    return value
  }
}

/// The elements of a constructed one, one after the other.
struct DERElements {
  private var position: Int
  private let end: Int

  init(of element: DERElement) { self.init(element.content) }

  init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next element; nil at the end.
  mutating func next(_ bytes: Span<UInt8>) throws(DissectionStop) -> DERElement? {
    guard position < end else { return nil }
    let element = try DERElement(bytes, at: position, until: end)
    position = element.range.upperBound
    return element
  }

  /// The next element, which has to be there.
  mutating func require(_ bytes: Span<UInt8>) throws(DissectionStop) -> DERElement {
    guard let element = try next(bytes) else { throw .malformed }
    return element
  }

  /// The next element, which has to be there and have the tag.
  mutating func require(_ tag: UInt8, _ bytes: Span<UInt8>) throws(DissectionStop) -> DERElement {
    let element = try require(bytes)
    guard element.tag == tag else { throw .malformed }
    return element
  }

  /// The next element if it has the tag.
  mutating func next(_ tag: UInt8, _ bytes: Span<UInt8>) throws(DissectionStop) -> DERElement? {
    guard position < end, bytes[position] == tag else { return nil }
    return try next(bytes)
  }
}
