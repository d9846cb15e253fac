import HTTP2
import TextOutput
import Wire

/// HTTP/2 (RFC 9113): one frame, with what its connection says of it.
enum HTTP2Dissector {
  static func dissect(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ facts: HTTP2Facts
  ) throws(DissectionStop) {
    let mark = tree.beginProtocol(.http2, start..<bytes.count, text: "\(FieldID.http2.field.label)")
    guard let header = facts.header else {
      let stream = tree.begin(.http2Stream, start..<bytes.count, .none, text: "Connection preface")
      tree.add(.http2Magic, start..<bytes.count, .string(bytes.text(start..<bytes.count)))
      tree.end(stream)
      return tree.end(mark)
    }
    let saved = tree.buffer
    tree.context.bodyStream = header.stream
    defer {
      tree.leave(saved)
      tree.context.bodyStream = nil
    }
    let title = title(header, facts)
    let stream = tree.begin(.http2Stream, start..<bytes.count, .none, text: "\(title)")
    try tree.number(.http2Length, bytes, start, 3)
    try tree.number(.http2Type, bytes, start + 3, 1)
    HTTP2FlagFields.add(&tree, header, start + 4)
    let word = try bytes.number(4, at: start + 5)
    tree.bits(.http2R, of: word, start + 5..<start + 9)
    tree.bits(.http2Streamid, of: word, start + 5..<start + 9)
    let payload = start + HTTP2FrameHeader.length
    let content = start + facts.content.lowerBound..<start + facts.content.upperBound
    switch header.type {
    case .data:
      try addPadding(&tree, header, bytes, payload)
      return HTTP2BodyFields.add(&tree, bytes, content, facts, mark, stream)
    case .headers:
      try addPadding(&tree, header, bytes, payload)
      if header.flags.contains(.priority) { try addPriority(&tree, bytes, payload + (header.isPadded ? 1 : 0)) }
      tree.add(.http2Headers, content, .bytes)
      HTTP2HeaderFields.add(&tree, facts)
      addRest(&tree, .http2HeadersPadding, content.upperBound..<bytes.count)
      if HTTP2BodyFields.addEnded(&tree, facts, mark, stream) { return }
    case .continuation:
      tree.add(.http2ContinuationHeader, content, .string(bytes.text(content)))
      HTTP2HeaderFields.add(&tree, facts)
      if HTTP2BodyFields.addEnded(&tree, facts, mark, stream) { return }
    case .pushPromise:
      try addPadding(&tree, header, bytes, payload)
      let place = payload + (header.isPadded ? 1 : 0)
      let promised = try bytes.number(4, at: place)
      tree.bits(.http2PushPromiseR, of: promised, place..<place + 4)
      tree.bits(.http2PushPromisePromisedStreamId, of: promised, place..<place + 4)
      tree.add(.http2PushPromiseHeader, content, .bytes)
      HTTP2HeaderFields.add(&tree, facts)
      addRest(&tree, .http2PushPromisePadding, content.upperBound..<bytes.count)
    case .priority: try addPriority(&tree, bytes, payload)
    case .resetStream: try tree.number(.http2RstStreamError, bytes, payload, 4)
    case .settings: try addSettings(&tree, bytes, payload)
    case .ping:
      try tree.bytes(header.flags.contains(.ack) ? .http2Pong : .http2Ping, bytes, payload, 8)
    case .goaway:
      let last = try bytes.number(4, at: payload)
      tree.bits(.http2GowayR, of: last, payload..<payload + 4)
      tree.bits(.http2GoawayLastStreamId, of: last, payload..<payload + 4)
      try tree.number(.http2GoawayError, bytes, payload + 4, 4)
      addRest(&tree, .http2GoawayAddata, payload + 8..<bytes.count)
    case .windowUpdate:
      let increment = try bytes.number(4, at: payload)
      tree.bits(.http2WindowUpdateR, of: increment, payload..<payload + 4)
      tree.bits(.http2WindowUpdateWindowSizeIncrement, of: increment, payload..<payload + 4)
    case .altSvc: try HTTP2ExtensionFrames.addAlternatives(&tree, bytes, payload)
    case .origin: try HTTP2ExtensionFrames.addOrigins(&tree, bytes, payload)
    case .priorityUpdate: try HTTP2ExtensionFrames.addPriority(&tree, bytes, payload)
    default: break
    }
    tree.end(stream)
    tree.end(mark)
  }

  private static func title(_ header: HTTP2FrameHeader, _ facts: HTTP2Facts) -> String {
    let type = ValueNames.http2Type[UInt64(header.type.rawValue)] ?? "Type \(header.type.rawValue)"
    var text = "\(type) of stream \(header.stream), \(header.payloadLength) bytes"
    if let fields = facts.fields {
      let (method, path) = (HTTP2HeaderFields.text(fields, .method), HTTP2HeaderFields.text(fields, .path))
      if let method { text += ", \(method) \(path ?? "")" }
      if let status = fields.status { text += ", \(status) \(ValueNames.httpStatus[UInt64(status)] ?? "")" }
    }
    return facts.isPartial ? text + " (part of the content)" : text
  }

  private static func addRest(_ tree: inout TreeBuilder, _ field: FieldID, _ range: Range<Int>) {
    if !range.isEmpty { tree.add(field, range, .bytes) }
  }

  private static func addPadding(
    _ tree: inout TreeBuilder, _ header: HTTP2FrameHeader, _ bytes: Span<UInt8>, _ place: Int
  ) throws(DissectionStop) {
    let length = header.isPadded ? try tree.number(.http2Padding, bytes, place, 1) : 0
    tree.generate(.http2PadLength, .unsigned(length))
  }

  private static func addPriority(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ place: Int
  ) throws(DissectionStop) {
    let word = try bytes.number(4, at: place)
    tree.bits(.http2Exclusive, of: word, place..<place + 4)
    tree.bits(.http2StreamDependency, of: word, place..<place + 4)
    let weight = try tree.number(.http2HeadersWeight, bytes, place + 4, 1)
    tree.generate(.http2HeadersWeightReal, .unsigned(weight + 1))
  }

  /// - Parameter start: where the settings begin, which go on to the end of the bytes.
  static func addSettings(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    for place in stride(from: start, to: bytes.count, by: HTTP2Setting.length) {
      let (identifier, value) = (try bytes.number(2, at: place), try bytes.number(4, at: place + 2))
      let name = ValueNames.http2SettingsId[identifier] ?? "Setting \(identifier)"
      let mark = tree.begin(
        .http2Settings, place..<place + HTTP2Setting.length, .none, text: "\(name): \(value)")
      try tree.number(.http2SettingsId, bytes, place, 2)
      try tree.number(settings[identifier] ?? .http2SettingsUnknown, bytes, place + 2, 4)
      tree.end(mark)
    }
  }

  private static let settings: [UInt64: FieldID] = [
    1: .http2SettingsHeaderTableSize, 2: .http2SettingsEnablePush, 3: .http2SettingsMaxConcurrentStreams,
    4: .http2SettingsInitialWindowSize, 5: .http2SettingsMaxFrameSize, 6: .http2SettingsMaxHeaderListSize,
    8: .http2SettingsExtendedConnect,
  ]
}

/// The nodes of a frame's flags, of which each type has its own.
enum HTTP2FlagFields {
  static func add(_ tree: inout TreeBuilder, _ header: HTTP2FrameHeader, _ place: Int) {
    let flags = UInt64(header.flags.rawValue)
    let range = place..<place + 1
    let fields = fields[header.type] ?? [.http2FlagsUnused]
    let names = fields.dropFirst().reversed().compactMap { field in
      flags & field.field.mask == 0 ? nil : Self.names[field].map { ", \($0)" }
    }
    let mark = tree.begin(
      .http2Flags, range, .unsigned(flags), text: "Flags of the frame: \(TextFormat.hex(flags, 2))\(names.joined())")
    for field in fields { tree.bits(field, of: flags, range) }
    tree.end(mark)
  }

  /// The names of RFC 9113.
  private static let names: [FieldID: String] = [
    .http2FlagsEndStream: "END_STREAM", .http2FlagsEh: "END_HEADERS", .http2FlagsPadded: "PADDED",
    .http2FlagsPriority: "PRIORITY", .http2FlagsAckSettings: "ACK", .http2FlagsAckPing: "ACK",
  ]

  private static let fields: [HTTP2FrameType: [FieldID]] = [
    .data: [.http2FlagsUnusedData, .http2FlagsPadded, .http2FlagsEndStream],
    .headers: [
      .http2FlagsUnusedHeaders, .http2FlagsPriority, .http2FlagsPadded, .http2FlagsEh, .http2FlagsEndStream,
    ],
    .settings: [.http2FlagsUnusedSettings, .http2FlagsAckSettings],
    .ping: [.http2FlagsUnusedPing, .http2FlagsAckPing],
    .pushPromise: [.http2FlagsUnusedPushPromise, .http2FlagsPadded, .http2FlagsEh],
    .continuation: [.http2FlagsUnusedContinuation, .http2FlagsEh],
  ]
}
