import HTTP2
import TextOutput

/// A field section of HTTP/2 or HTTP/3, written as a head of HTTP/1.1: `GET /search HTTP/2`, then field lines.
///
/// A field whose name or value is not known is left out.
struct FieldSectionHead {
  private(set) var text: [UInt8] = []
  private(set) var fields = HTTPFields()
  private(set) var method: String?
  private(set) var scheme: String?
  /// The path, or what CONNECT asks for.
  private(set) var target: String?

  /// The line at hand, without its end.
  private var line: [UInt8] = []
  private let keepsText: Bool

  /// - Parameters:
  ///   - majorVersion: the version of HTTP, for the first line.
  ///   - keepsText: whether the text is wanted.
  init(_ block: borrowing HPACKFieldBlock, majorVersion: Int, keepsText: Bool) {
    self.keepsText = keepsText
    method = Self.text(block, .method)
    scheme = Self.text(block, .scheme)
    let authority = Self.text(block, .authority)
    target = Self.text(block, .path) ?? (method == "CONNECT" ? authority : nil)
    if !keepsText {
      // Nothing is written.
    } else if let status = block.status {
      text += "HTTP/\(majorVersion) \(status) \r\n".utf8
    } else {
      text += "\(method ?? "?") \(target ?? "*") HTTP/\(majorVersion)\r\n".utf8
    }
    if let authority { add("host".utf8, authority.utf8) }
    for field in block.fields where field.isNameKnown && field.isValueKnown {
      let name = block.bytes[field.name]
      guard name.first != UInt8(ascii: ":") else { continue }
      if authority != nil, name.elementsEqual("host".utf8) { continue }
      add(name, block.bytes[field.value])
    }
    if keepsText { text += "\r\n".utf8 }
    fields.finish(minorVersion: 1)
    if block.fields.contains(where: { !$0.isNameKnown || !$0.isValueKnown }) { fields.flaws.insert(.unknownFields) }
  }

  private mutating func add(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
    line.removeAll(keepingCapacity: true)
    line += name
    line += [0x3A, 0x20]
    let start = line.count
    line += value
    // A line end in a value would make two lines of it.
    for index in start..<line.count where line[index] == 0x0A || line[index] == 0x0D { line[index] = 0x20 }
    let whole = line
    fields.add(whole.span)
    guard keepsText else { return }
    text += line
    text += [0x0D, 0x0A]
  }

  private static func text(_ block: borrowing HPACKFieldBlock, _ name: HPACKFieldBlock.Pseudo) -> String? {
    guard let field = block.field(name), field.isValueKnown else { return nil }
    return String(text: block.bytes.span.extracting(field.value))
  }
}
