/// What a GraphQL request asks for, as the JSON body of a request says it (GraphQL over HTTP).
public struct GraphQLRequest: Hashable, Sendable {
  /// What is asked for.
  public enum Kind: String, Hashable, Sendable {
    /// The operations of GraphQL.
    case query, mutation, subscription
  }

  /// `operationName`, or, where there is none, the name of the only operation of the document.
  public var operationName: String?
  /// What the operation is, where the document says so.
  public var kind: Kind?

  /// Reads a body; nil if it is no object with a `query`, or a persisted query's `extensions`. Of a batch, the first request counts.
  public init?(_ body: Span<UInt8>) {
    var scanner = JSONScanner()
    let members = scanner.members(of: body)
    guard members["query"] != nil || members["extensions"] != nil else { return nil }
    let query = members["query"].flatMap { $0 }
    let operations = query.map { Self.operations($0) } ?? []
    operationName = members["operationName"].flatMap { $0 } ?? (operations.count == 1 ? operations[0].name : nil)
    kind = operations.first { $0.name == operationName }?.kind ?? (operations.count == 1 ? operations[0].kind : nil)
    if kind == nil, operations.isEmpty, query?.unicodeScalars.contains("{") == true { kind = .query }
  }

  /// The operations of a document: words at its top that are not in braces, strings or comments.
  private static func operations(_ document: String) -> [(kind: Kind, name: String?)] {
    var operations: [(kind: Kind, name: String?)] = []
    var depth = 0
    var word = ""
    var expectsName = false
    var isInString = false
    var isInComment = false
    func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
    for scalar in document.unicodeScalars {
      if isInComment {
        isInComment = scalar != "\n"
        continue
      }
      if isInString {
        isInString = scalar != "\""
        continue
      }
      if isNameScalar(scalar) {
        if depth == 0, word.utf8.count < 256 { word.unicodeScalars.append(scalar) }
        continue
      }
      if !word.isEmpty {
        if expectsName {
          operations[operations.count - 1].name = word
          expectsName = false
        } else if let kind = Kind(rawValue: word) {
          operations.append((kind, nil))
          expectsName = true
        }
        word = ""
      }
      switch scalar {
      case "{", "(", "[":
        depth += 1
        expectsName = false
      case "}", ")", "]": depth = max(0, depth - 1)
      case "\"": isInString = true
      case "#": isInComment = true
      default: break
      }
    }
    return operations
  }
}

/// Reads as much of JSON (RFC 8259) as it takes to find the strings among the members of the first object.
private struct JSONScanner {
  private static let memberLimit = 64

  /// The members at the top, each with its value if that is a string.
  mutating func members(of body: Span<UInt8>) -> [String: String?] {
    var members: [String: String?] = [:]
    var position = 0
    var depth = 0
    // A batch is an array of requests.
    var top = 1
    var name: String?
    var expectsValue = false
    while position < body.count, members.count < Self.memberLimit {
      let byte = body[position]
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = Self.string(body, &position) else { return members }
        if depth == top, expectsValue, let known = name {
          members[known] = .some(text)
          (name, expectsValue) = (nil, false)
        } else if depth == top {
          name = text
        }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if depth == 0, byte == UInt8(ascii: "[") { top = 2 }
        if depth == top, expectsValue, let known = name { members[known] = .some(nil) }
        depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth < top { return members }
      case UInt8(ascii: ":"): expectsValue = depth == top
      case UInt8(ascii: ","): if depth == top { (name, expectsValue) = (nil, false) }
      default: if depth == top, expectsValue, let known = name { members[known] = .some(nil) }
      }
      position += 1
    }
    return members
  }

  /// The string that begins at a quotation mark; nil if it does not end.
  private static func string(_ body: Span<UInt8>, _ position: inout Int) -> String? {
    var units: [UInt8] = []
    position += 1
    while position < body.count {
      let byte = body[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: units, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        units.append(byte)
        continue
      }
      guard position < body.count else { return nil }
      let escape = body[position]
      position += 1
      switch escape {
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "u"):
        var code: UInt32 = 0
        for _ in 0..<4 where position < body.count {
          guard let digit = GRPCStatus.hexadecimal(body[position]) else { return nil }
          code = code << 4 | UInt32(digit)
          position += 1
        }
        // Half of a pair names nothing that matters here.
        units += String(UnicodeScalar(code).map(Character.init) ?? "\u{FFFD}").utf8
      default: units.append(escape)
      }
    }
    return nil
  }
}
