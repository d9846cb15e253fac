/// What a field section does that makes a message malformed (RFC 9113 sections 8.1.1, 8.2 and 8.3; RFC 9114 sections 4.1.2, 4.2 and 4.3).
public struct HTTP2FieldFlaws: OptionSet, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A name has an uppercase letter, or a character that no name may have (section 8.2.1).
  public static let name = HTTP2FieldFlaws(rawValue: 1 << 0)
  /// A value has NUL, CR or LF, or begins or ends with white space (section 8.2.1).
  public static let value = HTTP2FieldFlaws(rawValue: 1 << 1)
  /// A field that belongs to a connection of HTTP/1.1, such as `Transfer-Encoding` (section 8.2.2).
  public static let connectionField = HTTP2FieldFlaws(rawValue: 1 << 2)
  /// A pseudo-header field after a regular one (section 8.3).
  public static let latePseudo = HTTP2FieldFlaws(rawValue: 1 << 3)
  /// The same pseudo-header field twice (section 8.3).
  public static let repeatedPseudo = HTTP2FieldFlaws(rawValue: 1 << 4)
  /// A pseudo-header field that is not defined, or not for this kind of message (section 8.3).
  public static let strangePseudo = HTTP2FieldFlaws(rawValue: 1 << 5)
  /// A pseudo-header field that must be there is not (section 8.3).
  public static let missingPseudo = HTTP2FieldFlaws(rawValue: 1 << 6)

  private static let names = [
    "a name that is not allowed", "a value that is not allowed", "a field of HTTP/1.1 connections",
    "a pseudo-header field after a regular one", "a pseudo-header field twice", "a strange pseudo-header field",
    "a pseudo-header field is missing",
  ]

  public var description: String {
    Self.names.indices.filter { rawValue & 1 << $0 != 0 }.map { Self.names[$0] }.joined(separator: ", ")
  }

  /// What is wrong with a field section.
  ///
  /// What is not known is not judged.
  package static func judge(_ block: HPACKFieldBlock, _ section: Section) -> HTTP2FieldFlaws {
    var flaws: HTTP2FieldFlaws = []
    var hasRegular = false
    var pseudoNames: UInt8 = 0
    let bytes = block.bytes.span
    for field in block.fields {
      if !field.hasValidValue { flaws.insert(.value) }
      guard field.isNameKnown else {
        // An entry of the table that is not known may be either.
        continue
      }
      let name = bytes.extracting(field.name)
      if name.count > 0, name[0] == UInt8(ascii: ":") {
        if hasRegular { flaws.insert(.latePseudo) }
        guard let pseudo = HPACKFieldBlock.Pseudo.allCases.first(where: { block.hasName(field, $0.name) }),
          section.allows(pseudo)
        else {
          flaws.insert(.strangePseudo)
          continue
        }
        if pseudoNames & 1 << pseudo.rawValue != 0 { flaws.insert(.repeatedPseudo) }
        pseudoNames |= 1 << pseudo.rawValue
      } else {
        hasRegular = true
        if !field.hasValidName { flaws.insert(.name) }
        if isConnectionField(block, field) { flaws.insert(.connectionField) }
      }
    }
    if !block.hasUnknown, block.omittedCount == 0, lacksPseudo(block, section) { flaws.insert(.missingPseudo) }
    return flaws
  }

  /// CONNECT has no scheme and no path, unless it is extended (RFC 9113 section 8.5, RFC 8441 section 4).
  private static func lacksPseudo(_ block: HPACKFieldBlock, _ section: Section) -> Bool {
    switch section {
    case .request:
      guard let method = block.field(.method) else { return true }
      let isConnect = block.bytes[method.value].elementsEqual("CONNECT".utf8) && block.field(.protocol) == nil
      return isConnect
        ? block.field(.authority) == nil : block.field(.scheme) == nil || block.field(.path) == nil
    case .response: return block.status == nil
    case .trailers, .unknown: return false
    }
  }

  private static func isConnectionField(_ block: HPACKFieldBlock, _ field: HPACKField) -> Bool {
    switch field.name.count {
    case 2: block.hasName(field, "te") && !block.bytes[field.value].elementsEqual("trailers".utf8)
    case 7: block.hasName(field, "upgrade")
    case 10: block.hasName(field, "connection") || block.hasName(field, "keep-alive")
    case 16: block.hasName(field, "proxy-connection")
    case 17: block.hasName(field, "transfer-encoding")
    default: false
    }
  }
}

extension HTTP2FieldFlaws {
  /// What a field section belongs to, as far as the rules about its pseudo-header fields tell sections apart.
  package enum Section: Sendable {
    /// A request, sent or promised.
    case request
    /// A response, final or interim.
    case response
    case trailers
    case unknown

    /// Whether it may have the pseudo-header field.
    fileprivate func allows(_ pseudo: HPACKFieldBlock.Pseudo) -> Bool {
      switch self {
      case .request: pseudo != .status
      case .response: pseudo == .status
      case .trailers: false
      case .unknown: true
      }
    }
  }
}

extension HTTP2Headers.Kind {
  /// What the rules about fields take it for.
  var section: HTTP2FieldFlaws.Section {
    switch self {
    case .request, .pushPromise: .request
    case .response, .interim: .response
    case .trailers: .trailers
    case .unknown: .unknown
    }
  }
}
