import TextOutput
import Wire

/// The options of DHCP (RFC 2132).
enum DHCPOptions {
  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    var position = start
    while position < bytes.count {
      let kind = bytes[position]
      if kind == 0 {
        let end = (position..<bytes.count).first { bytes[$0] != 0 } ?? bytes.count
        tree.add(.dhcpOptionPadding, position..<end, .bytes)
        position = end
        continue
      }
      if kind == 255 {
        let mark = tree.begin(.dhcpOptionType, position..<position + 1, .unsigned(255), text: "Option 255: End")
        tree.add(.dhcpOptionEnd, position..<position + 1, .unsigned(255), text: "End of the options: 255")
        tree.end(mark)
        if position + 1 < bytes.count { tree.add(.dhcpOptionPadding, position + 1..<bytes.count, .bytes) }
        return
      }
      let length = Int(try bytes.number(1, at: position + 1))
      try bytes.need(length, at: position + 2)
      let data = position + 2
      let mark = tree.begin(
        .dhcpOptionType, position..<data + length, .unsigned(UInt64(kind)),
        text: "Option \(kind): \(DHCPOption.name(of: kind))")
      try tree.number(.dhcpOptionLength, bytes, position + 1, 1)
      let option = DHCPOption.table[kind]
      if length > 0 {
        let isShown = if case .opaque = option?.content ?? .opaque { true } else { false }
        tree.add(.dhcpOptionValue, data..<data + length, .bytes, traits: isShown ? [] : .hidden)
      }
      if let option { try value(&tree, bytes.extracting(0..<data + length), data, kind, option) }
      tree.end(mark)
      position = data + length
    }
  }

  private static func value(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ kind: UInt8, _ option: DHCPOption
  ) throws(DissectionStop) {
    let length = bytes.count - start
    switch option.content {
    case .opaque: break
    case .value(let fields):
      guard length == width(fields) else { return expert(&tree, "The option should have \(width(fields)) bytes") }
      try tree.run(fields, bytes, start)
    case .list(let fields):
      let width = width(fields)
      var position = start
      while position + width <= bytes.count { position = try tree.run(fields, bytes, position) }
      if position < bytes.count { expert(&tree, "The option should have a multiple of \(width) bytes") }
    case .run(let fields): try tree.run(fields, bytes, start)
    case .special: try DHCPOptionFields.add(&tree, bytes, start, kind)
    }
  }

  private static func width(_ fields: [FieldID]) -> Int { fields.reduce(0) { $0 + (FieldTable[$1].type.width ?? 0) } }

  /// A value that is not as long as it must be.
  static func expert(_ tree: inout TreeBuilder, _ message: String) {
    tree.expert(.dhcpBadLength, .error, message)
  }
}
