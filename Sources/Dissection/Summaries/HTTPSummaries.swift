import TextOutput

// HTTP/1, 2 and 3, and what is in their bodies.

enum HTTPSummary {
  static let summaries = [summary(.http, "HTTP")]
  static let ssdp = summary(.ssdp, "SSDP")

  private static func summary(_ layer: FieldID, _ name: String) -> ProtocolSummary {
    ProtocolSummary(
      layer,
      fields: [
        .httpRequestMethod, .httpRequestUri, .httpRequestVersion, .httpResponseCode, .httpResponsePhrase,
        .httpResponseCodeDesc, .httpContentType, .httpFileData,
      ]
    ) { layer, line in
      line.begin(name, .http)
      var words: PrintableText
      if let code = layer.number(.httpResponseCode) {
        words = status(code, layer.text(.httpResponsePhrase) ?? layer.text(.httpResponseCodeDesc))
      } else {
        words =
          "\(layer.text(.httpRequestMethod) ?? "") \(layer.text(.httpRequestUri) ?? "") \(layer.text(.httpRequestVersion) ?? "")"
      }
      if let size = layer.length(of: .httpFileData), size > 0 {
        if let type = layer.text(.httpContentType) { words += ", \(media(type))" }
        words += ", \(.size(size))"
      }
      line.say(words.trimmed, isEvent: true)
    }
  }

  static func status(_ code: UInt64, _ phrase: String?) -> PrintableText {
    (phrase.map { "\(code) \($0)" } ?? "\(code)" as PrintableText).trimmed
  }

  /// A media type without its parameters.
  static func media(_ type: String) -> String { String(type.prefix { $0 != ";" && $0 != " " }) }

  static let json = ProtocolSummary(.json) { layer, line in line.append(content: "JSON") }
}

enum HTTP2Summary {
  static let summary = ProtocolSummary(
    .http2,
    fields: [
      .http2Magic, .http2Type, .http2Streamid, .http2Length, .http2FlagsEndStream, .http2FlagsAckSettings,
      .http2FlagsAckPing, .http2HeadersMethod, .http2HeadersPath, .http2HeadersStatus, .http2HeadersContentType,
      .http2RstStreamError, .http2GoawayError, .http2WindowUpdateWindowSizeIncrement, .http2BodyReassembledLength,
    ]
  ) { layer, line in
    line.begin("HTTP2", .http)
    guard let type = layer.number(.http2Type) else { return line.say("Connection preface") }
    let name = ValueNames.http2Type[type] ?? "Frame \(type)"
    let stream = "[\(layer.number(.http2Streamid) ?? 0)]"
    // The frame that ends a body shows all of it.
    let body = layer.number(.http2BodyReassembledLength).map { ", \(.size($0)) in all" as PrintableText } ?? ""
    let end: PrintableText = layer.isTrue(.http2FlagsEndStream) ? "\(body), last" : body
    switch type {
    case 0: line.say("\(name)\(stream) \(.size(layer.number(.http2Length) ?? 0))\(end)")
    case 1, 5, 9:
      if let method = layer.text(.http2HeadersMethod) {
        line.say("\(name)\(stream) \(method) \(layer.text(.http2HeadersPath) ?? "")", isEvent: true)
      } else if let code = layer.number(.http2HeadersStatus) {
        let type = layer.text(.http2HeadersContentType).map { ", \(HTTPSummary.media($0))" as PrintableText }
        let status = HTTPSummary.status(code, ValueNames.httpStatus[code])
        line.say("\(name)\(stream) \(status)\(type ?? "")\(end)", isEvent: true)
      } else {
        line.say("\(name)\(stream)\(end)")
      }
    case 3: line.say("\(name)\(stream) \(error(layer.number(.http2RstStreamError)))", isEvent: true)
    case 4: line.say("\(name)\(layer.isTrue(.http2FlagsAckSettings) ? " ACK" : "")")
    case 6: line.say("\(name)\(layer.isTrue(.http2FlagsAckPing) ? " ACK" : "")")
    case 7: line.say("\(name) \(error(layer.number(.http2GoawayError)))", isEvent: true)
    case 8: line.say("\(name)\(stream) +\(layer.number(.http2WindowUpdateWindowSizeIncrement) ?? 0)")
    default: line.say("\(name)\(stream)")
    }
  }

  private static func error(_ code: UInt64?) -> PrintableText {
    code.map { code in ValueNames.http2Error[code].map { "\($0)" } ?? "error \(code)" } ?? ""
  }
}

enum HTTP3Summary {
  static let summary = ProtocolSummary(
    .http3,
    fields: [
      .http3StreamType, .http3FrameType, .http3FrameLength, .http3HeadersMethod, .http3HeadersPath, .http3HeadersStatus,
      .http3HeadersContentType,
    ]
  ) { layer, line in
    line.begin("HTTP3", .http)
    for type in layer.numbers(.http3StreamType) { line.say(stream(type)) }
    let frames = layer.groups(.http3FrameType)
    // The fields of a block that had to wait come without their frame.
    if frames.isEmpty, let words = message(layer) {
      line.say(words, isEvent: true)
    } else if frames.isEmpty, !layer.has(.http3StreamType) {
      line.say("QPACK instructions")
    }
    for frame in frames {
      let type = frame.number(.http3FrameType) ?? 0
      let name = ValueNames.http3FrameType[type] ?? "Frame \(type)"
      if let words = message(frame) {
        line.say("\(name) \(words)", isEvent: true)
      } else if type == 0 {
        line.say("\(name) \(.size(frame.number(.http3FrameLength) ?? 0))")
      } else {
        line.say("\(name)")
      }
    }
  }

  private static func message(_ layer: LayerFields) -> PrintableText? {
    if let method = layer.text(.http3HeadersMethod) {
      return "\(method) \(layer.text(.http3HeadersPath) ?? "")"
    }
    guard let code = layer.number(.http3HeadersStatus) else { return nil }
    let type = layer.text(.http3HeadersContentType).map { ", \(HTTPSummary.media($0))" as PrintableText }
    return "\(HTTPSummary.status(code, ValueNames.httpStatus[code]))\(type ?? "")"
  }

  private static func stream(_ type: UInt64) -> PrintableText {
    switch type {
    case 0: "Control stream"
    case 1: "Push stream"
    case 2: "QPACK encoder stream"
    case 3: "QPACK decoder stream"
    default: "Stream of type \(.hex(type, 2))"
    }
  }
}

enum WebSocketSummary {
  static let summary = ProtocolSummary(
    .websocket,
    fields: [
      .websocketOpcode, .websocketFin, .websocketPayloadLength, .websocketPayloadLengthExt16,
      .websocketPayloadLengthExt64, .websocketPayloadCloseStatusCode,
    ]
  ) { layer, line in
    line.begin("WebSocket", .http)
    let opcode = layer.number(.websocketOpcode) ?? 0
    let length =
      layer.number(.websocketPayloadLengthExt64) ?? layer.number(.websocketPayloadLengthExt16)
      ?? layer.number(.websocketPayloadLength) ?? 0
    var words: PrintableText = "\(name(opcode))\(layer.isTrue(.websocketFin) ? " [FIN]" : "") \(.size(length))"
    if let code = layer.number(.websocketPayloadCloseStatusCode) {
      words = "Close [FIN] \(code)\(ValueNames.websocketPayloadCloseStatusCode[code].map { " \($0)" } ?? "")"
    }
    line.say(words, isEvent: opcode == 8)
  }

  private static func name(_ opcode: UInt64) -> String {
    switch opcode {
    case 0: "Continuation"
    case 1: "Text"
    case 2: "Binary"
    case 8: "Close"
    case 9: "Ping"
    case 10: "Pong"
    default: "Opcode \(opcode)"
    }
  }
}

enum GRPCSummary {
  static let summary = ProtocolSummary(.grpc, fields: [.grpcMessageLength, .grpcCompressedFlag]) { layer, line in
    line.begin(line.has("HTTP") ? "GRPC-Web" : "GRPC", .http)
    let compressed: PrintableText = layer.isTrue(.grpcCompressedFlag) ? ", compressed" : ""
    line.say("Message of \(.size(layer.number(.grpcMessageLength) ?? 0))\(compressed)")
  }
}
