import HTTP2
import HTTP3
import TextOutput
import Wire

/// The nodes of a field section, once it is decoded. Wireshark has them where it was built with nghttp3, which Debian's is not.
enum HTTP3HeaderFields {
  static func add(_ tree: inout TreeBuilder, _ item: HTTP3Item) {
    if item.isBlocked {
      return tree.add(.text, 0..<0, .none, traits: .generated, text: "[The header fields wait for QPACK's table]")
    }
    guard let block = item.fields else { return }
    let saved = tree.buffer
    // Names and values are not in the frame's bytes.
    guard tree.enter("Decoded field section", block.bytes) != nil else { return }
    defer { tree.leave(saved) }
    let known = block.fields.filter { $0.isNameKnown && $0.isValueKnown }
    tree.generate(.http3HeadersCount, .unsigned(UInt64(known.count)))
    for field in known { add(&tree, field, block) }
    if block.field(.method) != nil, let scheme = HTTP2HeaderFields.text(block, .scheme),
      let authority = HTTP2HeaderFields.text(block, .authority), let path = HTTP2HeaderFields.text(block, .path)
    {
      tree.generate(.http3RequestFullUri, .string("\(scheme)://\(authority)\(path)"))
    }
  }

  private static func add(_ tree: inout TreeBuilder, _ field: HPACKField, _ block: HPACKFieldBlock) {
    let bytes = block.bytes.span
    let (name, value) = (bytes.text(field.name), bytes.text(field.value))
    let whole = field.name.lowerBound..<max(field.name.upperBound, field.value.upperBound)
    let mark = tree.begin(.http3HeadersHeader, whole, .none, text: "\(name): \(value)")
    defer { tree.end(mark) }
    tree.add(.http3HeadersHeaderNameLength, field.name, .unsigned(UInt64(field.name.count)))
    tree.add(.http3HeadersHeaderName, field.name, .string(name))
    tree.add(.http3HeadersHeaderValueLength, field.value, .unsigned(UInt64(field.value.count)))
    tree.add(.http3HeadersHeaderValue, field.value, .string(value))
    guard let own = fields[name] else { return }
    if own.field.type.kind == .unsigned {
      let number = UInt64(value.prefix { $0.isASCII && $0.isNumber }) ?? 0
      tree.add(own, field.value, .unsigned(number), text: "\(name): \(value)")
    } else {
      tree.add(own, field.value, .string(value))
    }
  }

  /// The names that have a field of their own.
  private static let fields: [String: FieldID] = Dictionary(
    FieldTable.http3.filter { $0.name.hasPrefix("http3.headers.") && !$0.label.contains(" ") && $0.type != .none }
      .map { ($0.label, $0.id) },
    uniquingKeysWith: { first, _ in first })
}
