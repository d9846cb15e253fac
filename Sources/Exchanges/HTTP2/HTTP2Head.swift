import HTTP2
import TextOutput

/// A field section of HTTP/2, written as a head of HTTP/1.1: `GET /search HTTP/2`, then field lines.
///
/// A field whose name or value is not known is left out.
struct HTTP2Head {
  private(set) var text: [UInt8] = []
  private(set) var fields = HTTPFields()
  private(set) var method: String?
  private(set) var scheme: String?
  /// The path, or what CONNECT asks for.
  private(set) var target: String?

  init(_ block: borrowing HPACKFieldBlock) {
    method = Self.text(block, .method)
    scheme = Self.text(block, .scheme)
    let authority = Self.text(block, .authority)
    target = Self.text(block, .path) ?? (method == "CONNECT" ? authority : nil)
    if let status = block.status {
      text += "HTTP/2 \(status) \r\n".utf8
    } else {
      text += "\(method ?? "?") \(target ?? "*") HTTP/2\r\n".utf8
    }
    if let authority { add(Array("host".utf8), Array(authority.utf8)) }
    for field in block.fields where field.isNameKnown && field.isValueKnown {
      let name = block.bytes[field.name]
      guard name.first != UInt8(ascii: ":") else { continue }
      if name.elementsEqual("host".utf8), authority != nil { continue }
      add(Array(name), Array(block.bytes[field.value]))
    }
    text += "\r\n".utf8
    fields.finish(minorVersion: 1)
    if block.fields.contains(where: { !$0.isNameKnown || !$0.isValueKnown }) { fields.flaws.insert(.unknownFields) }
  }

  private mutating func add(_ name: [UInt8], _ value: [UInt8]) {
    // A line end in a value would make two lines of it.
    let line = name + [0x3A, 0x20] + value.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    fields.add(line.span)
    text += line + [0x0D, 0x0A]
  }

  private static func text(_ block: borrowing HPACKFieldBlock, _ name: HPACKFieldBlock.Pseudo) -> String? {
    guard let field = block.field(name), field.isValueKnown else { return nil }
    return String(text: block.bytes.span.extracting(field.value))
  }
}
