import HTTP2
import HTTP3
import TextOutput
import Wire

/// HTTP/3 (RFC 9114) on the streams of QUIC, with the header fields that QPACK (RFC 9204) has.
enum HTTP3Dissector {
  /// Adds what a STREAM frame completes.
  ///
  /// - Parameter payload: the buffer of the packet's plaintext.
  static func add(_ tree: inout TreeBuilder, _ piece: HTTP3Piece, _ payload: Span<UInt8>) {
    let places = piece.items.compactMap(\.place)
    let range = (places.first?.lowerBound ?? 0)..<(places.last?.upperBound ?? 0)
    tree.extent = payload.count
    let mark = tree.beginProtocol(.http3, range, text: "\(FieldID.http3.field.label)")
    for item in piece.items {
      if let place = item.place {
        add(&tree, item, payload.extracting(0..<place.upperBound), place.lowerBound)
      } else if item.bytes.isEmpty {
        HTTP3HeaderFields.add(&tree, item)
      } else {
        let saved = tree.buffer
        guard tree.enter("Frame from a QUIC stream", item.bytes) != nil else { continue }
        add(&tree, item, item.bytes.span, 0)
        tree.leave(saved)
      }
    }
    tree.end(mark)
  }

  private static func add(_ tree: inout TreeBuilder, _ item: HTTP3Item, _ bytes: Span<UInt8>, _ start: Int) {
    do throws(DissectionStop) {
      switch item.kind {
      case .streamType: try addStreamType(&tree, bytes, start)
      case .frame: try addFrame(&tree, item, bytes, start)
      case .instructions, .unblocked: break
      }
    } catch {
      tree.expert(nil, .error, "The frame ends too early, or contradicts itself", .malformed)
    }
  }

  private static func addStreamType(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let type = try bytes.variable(at: start)
    if HTTP3StreamType(rawValue: type.value).isReserved {
      tree.add(
        .http3StreamType, start..<start + type.length, .unsigned(type.value), text: "Kind of stream: reserved (GREASE)")
    } else {
      tree.add(.http3StreamType, start..<start + type.length, .unsigned(type.value))
    }
    if type.value == 1 { try tree.variable(.http3PushId, bytes, start + type.length) }
  }

  private static func addFrame(
    _ tree: inout TreeBuilder, _ item: HTTP3Item, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let type = HTTP3FrameType(rawValue: try tree.variable(.http3FrameType, bytes, start).value)
    let typeLength = try bytes.variable(at: start).length
    let length = try tree.variable(.http3FrameLength, bytes, start + typeLength)
    let payload = start + typeLength + length.length..<bytes.count
    guard !payload.isEmpty else { return }
    let mark = tree.begin(.http3FramePayload, payload, .bytes)
    tree.end(mark)
    switch type {
    case .settings: try addSettings(&tree, bytes, payload.lowerBound)
    case .headers: HTTP3HeaderFields.add(&tree, item)
    case .pushPromise:
      try tree.variable(.http3PushId, bytes, payload.lowerBound)
      HTTP3HeaderFields.add(&tree, item)
    case .data: tree.add(.http3Data, payload, .bytes)
    case .cancelPush, .maxPushID, .goaway: try addIdentifier(&tree, type, bytes, payload.lowerBound)
    case .priorityUpdate, .priorityUpdateOfPush:
      let element = try tree.variable(.http3PriorityUpdateElementId, bytes, payload.lowerBound)
      let value = payload.lowerBound + element.length
      try tree.string(.http3PriorityUpdateFieldValue, bytes, value, payload.upperBound - value)
    default: break
    }
  }

  private static func addIdentifier(
    _ tree: inout TreeBuilder, _ type: HTTP3FrameType, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let number = try bytes.variable(at: start)
    // Wireshark has no field for them.
    tree.add(
      .text, start..<start + number.length, .none,
      text: "\(type == .goaway ? "Stream or push" : "Number of the push"): \(number.value)")
  }

  private static func addSettings(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    var position = start
    while position < bytes.count {
      let identifier = try bytes.variable(at: position)
      let value = try bytes.variable(at: position + identifier.length)
      let end = position + identifier.length + value.length
      let isReserved = identifier.value >= 0x21 && (identifier.value - 0x21) % 0x1F == 0
      let name =
        isReserved ? "Reserved (GREASE)" : ValueNames.http3Setting[identifier.value] ?? "Setting \(identifier.value)"
      let mark = tree.begin(
        .http3Settings, position..<end, .none, text: "\(name)\(isReserved ? "" : ": \(value.value)")")
      try tree.variable(.http3SettingsId, bytes, position)
      let place = position + identifier.length
      try tree.variable(.http3SettingsValue, bytes, place)
      if let field = settings[identifier.value] { try tree.variable(field, bytes, place) }
      tree.end(mark)
      position = end
    }
  }

  private static let settings: [UInt64: FieldID] = [
    0x01: .http3SettingsQpackMaxTableCapacity, 0x06: .http3SettingsMaxFieldSectionSize,
    0x07: .http3SettingsQpackBlockedStreams, 0x08: .http3SettingsExtendedConnect,
  ]
}

extension Span where Element == UInt8 {
  /// The variable-length integer at `offset` (RFC 9000 section 16).
  func variable(at offset: Int) throws(DissectionStop) -> VariableInteger {
    guard let integer = VariableInteger(self, at: offset) else { throw .bounds }
    return integer
  }
}

extension TreeBuilder {
  /// Adds a variable-length integer.
  @discardableResult
  mutating func variable(
    _ field: FieldID, _ bytes: Span<UInt8>, _ offset: Int
  ) throws(DissectionStop) -> VariableInteger {
    let integer = try bytes.variable(at: offset)
    add(field, offset..<offset + integer.length, .unsigned(integer.value))
    return integer
  }
}
