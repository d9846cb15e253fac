/// Reads JSON (RFC 8259) in pieces as they come, into a flat array of values that know their bytes.
///
/// The nodes are those of all bytes so far, also after an error: the containers then open are not whole. Strings are
/// checked, not copied; whoever prints them has the document.
public struct JSONParser: Sendable {
  /// How deep containers may be in one another, unless said otherwise.
  public static let defaultDepthLimit = 512

  package enum State: UInt8 {
    case value, valueOrEnd, nameOrEnd, name, colon, commaOrEnd, over
    case string, escape, hex, utf8
    case minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits
    case literal
  }

  /// The values so far, in the order in which they begin.
  public package(set) var nodes: [JSONNode] = []
  /// Why reading stopped, if it did.
  public internal(set) var error: JSONError?
  /// How many bytes were taken.
  public internal(set) var offset = 0

  /// Whether line feeds may separate several documents (NDJSON).
  package let allowsSequence: Bool
  package let depthLimit: Int
  package let nodeLimit: Int
  /// Whether `nodes` has all values; otherwise the open containers alone.
  package let keepsNodes: Bool
  package var state = State.value
  /// The open containers, as indices of `nodes`.
  package var containers: [Int32] = []
  /// Whether the innermost of them is an object.
  package var isInObject = false
  package var name = 0..<0
  package var isName = false
  /// Where the string, number or literal being read began.
  package var tokenStart = 0
  package var literal = Self.null
  package var literalIndex = 0
  package var hexCount = 0
  package var scalar = UTF8State()

  /// - Parameters:
  ///   - allowsSequence: take several documents one after the other, as in NDJSON.
  ///   - nodeLimit: how many values there may be.
  ///   - keepsNodes: whether the values are wanted, and not only where the document ends.
  public init(
    allowsSequence: Bool = false, depthLimit: Int = defaultDepthLimit, nodeLimit: Int = .max, keepsNodes: Bool = true
  ) {
    self.allowsSequence = allowsSequence
    self.depthLimit = depthLimit
    self.nodeLimit = nodeLimit
    self.keepsNodes = keepsNodes
  }

  package static let null = Array("null".utf8)
  package static let `true` = Array("true".utf8)
  package static let `false` = Array("false".utf8)

  /// Reads the next piece of the document; nothing more after an error.
  public mutating func parse(_ bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count, error == nil {
      if state == .string { skipPlain(bytes, &index) } else { takeTokens(bytes, &index) }
      guard index < bytes.count, error == nil else { break }
      if step(bytes[index]) {
        offset += 1
        index += 1
      }
    }
  }

  /// Says that the document is over.
  public mutating func finish() {
    guard error == nil else { return }
    switch state {
    case .zero, .integer, .fraction, .exponentDigits: endToken(.number)
    default: break
    }
    guard state == .over, containers.isEmpty else {
      if state == .value, containers.isEmpty, allowsSequence, !nodes.isEmpty { return }
      error = JSONError(offset: offset, expected: expectation, found: nil)
      closeOpen()
      return
    }
  }

  /// Whether all documents so far are whole: what comes next is another one, or the end.
  package var isBetweenDocuments: Bool { error == nil && state == .over && containers.isEmpty }

  /// What would be right at this place.
  package var expectation: JSONError.Expectation {
    switch state {
    case .value: .value
    case .valueOrEnd: .valueOrEndOfArray
    case .nameOrEnd: .nameOrEndOfObject
    case .name: .name
    case .colon: .colon
    case .commaOrEnd: isInObject ? .commaOrEndOfObject : .commaOrEndOfArray
    case .over: .endOfDocument
    case .string: .endOfString
    case .escape: .escape
    case .hex: .hexDigit
    case .utf8: .utf8
    case .minus, .point, .exponent, .exponentSign: .digit
    case .literal: .literal(String(decoding: literal, as: UTF8.self))
    case .zero, .integer, .fraction, .exponentDigits: .value
    }
  }

  package mutating func fail(_ byte: UInt8, _ expected: JSONError.Expectation? = nil) {
    error = JSONError(offset: offset, expected: expected ?? expectation, found: byte)
    closeOpen()
  }

  /// After an error: the open containers, and the token being read, end here without being whole.
  private mutating func closeOpen() {
    switch state {
    case .string, .escape, .hex, .utf8:
      if !isName { append(.string, end: offset, isWhole: false) }
    case .minus, .point, .exponent, .exponentSign: append(.number, end: offset, isWhole: false)
    default: break
    }
    for container in containers { nodes[Int(container)].end = offset }
  }

  /// Passes over what a string has most of: ASCII that needs no look.
  private mutating func skipPlain(_ bytes: Span<UInt8>, _ index: inout Int) {
    let start = index
    while index < bytes.count {
      let byte = bytes[index]
      guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
      index &+= 1
    }
    offset += index - start
  }
}
