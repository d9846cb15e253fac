import MessageFormats

/// A byte that chooses the format, a byte that is the length of the pieces, and the body. A piece that begins with 0xEE is taken for one that
/// is missing where the format can do without.
struct MessageInput {
  private static let limit = 4096

  private let format: UInt8
  private let body: [UInt8]
  private let pieces: [[UInt8]]

  init?(_ input: [UInt8]) {
    guard input.count > 2 else { return nil }
    format = input[0]
    body = Array(input[2...])
    let length = max(1, Int(input[1]))
    pieces = stride(from: 0, to: body.count, by: length).map { [body] in Array(body[$0..<min($0 + length, body.count)])
    }
  }

  func read() {
    switch format % 8 {
    case 0: readWebSocket()
    case 1: readEvents()
    case 2: readCalls()
    case 3: readProtobuf()
    case 4: check(CBORTree(body.span, isSequence: format & 8 != 0).nodes.map(\.range))
    case 5: check(MessagePackTree(body.span, isSequence: format & 8 != 0).nodes.map(\.range))
    case 6: readParts()
    default: readText()
    }
  }

  private func isMissing(_ piece: [UInt8]) -> Bool { piece[0] == 0xEE }

  private func readWebSocket() {
    var reader = WebSocketReader(
      isFromClient: format & 8 != 0, deflate: format & 16 != 0 ? WebSocketDeflate() : nil, limit: Self.limit)
    var receiver = Messages()
    for piece in pieces {
      if isMissing(piece) {
        reader.miss(Int64(piece.count), to: &receiver)
      } else {
        reader.read(piece.span, to: &receiver)
      }
    }
    reader.finish(to: &receiver)
  }

  private struct Messages: WebSocketReceiver {
    mutating func receive(message: WebSocketMessage) {
      guard !message.isCompressed || message.count <= MessageInput.limit else {
        fatalError("WebSocketReader: \(message)")
      }
    }
  }

  private func readEvents() {
    var reader = EventStreamReader(limit: Self.limit)
    for piece in pieces {
      if isMissing(piece) { reader.miss(Int64(piece.count)) } else { reader.read(piece.span) { _ in } }
      Oracle.memory(reader.heldBytes, of: 8 * Self.limit, "EventStreamReader")
    }
  }

  private func readCalls() {
    var reader = GRPCMessageReader()
    for piece in pieces {
      var position = 0
      if isMissing(piece) {
        reader.miss(Int64(piece.count))
        position = piece.count
      }
      while let event = reader.next(piece.span, &position) {
        if case .data(let range) = event, !piece.indices.contains(range) { fatalError("GRPCMessageReader: \(range)") }
      }
    }
    _ = GRPCStatus(status: body.span, message: body.span)
    _ = GRPCTimeout(body.span)
  }

  private func readProtobuf() {
    check(ProtobufTree(body.span).nodes.map(\.range))
    _ = ProtobufSchema(sources: [body])
    // The input as a schema, and read by what it says of itself.
    guard let schema = ProtobufSchema(descriptorSet: body) else { return }
    let tree = ProtobufTree(body.span, message: schema.messages.first?.name, schema: schema)
    check(tree.nodes.map(\.value))
    for node in tree.nodes { _ = tree.packedValues(node, body.span) }
  }

  private func readParts() {
    guard var reader = MultipartReader(boundary: body.span.extracting(0..<min(2, body.count))) else { return }
    for piece in pieces { reader.read(piece.span, tell: { _ in }, receive: { _ in }) }
    _ = MultipartReader.boundary(contentType: body.span)
  }

  private func readText() {
    check(FormFields(body.span).fields.map(\.range))
    _ = GraphQLRequest(body.span)
    _ = WebSocketDeflate(response: body.span)
    var splitter = LineSplitter(limit: Self.limit)
    for piece in pieces { splitter.read(piece.span) { _, _ in } }
    splitter.finish { _, _ in }
  }

  private func check(_ ranges: [Range<Int>]) {
    for range in ranges where range.lowerBound < 0 || range.upperBound > body.count {
      fatalError("range \(range) of \(body.count)")
    }
  }

  static let seeds: [[UInt8]] = [
    [0x08, 9, 0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58, 0x88, 0x82, 0, 0, 0, 0, 3, 0xE8],
    [0x10, 3, 0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x01, 0x01, 0x61, 0x80, 0x01, 0x62],
    [0x01, 5] + Array(": x\nid: 1\nevent: e\ndata: d\r\n\r\nretry: 5\n\n".utf8),
    [0x02, 4, 0, 0, 0, 0, 2, 8, 1, 0x80, 0, 0, 0, 1, 9],
    [0x03, 4, 0x0A, 0x09, 0x22, 0x07, 0x0A, 0x01, 0x4D, 0x12, 0x02, 0x18, 0x01, 0x0B, 0x0C],
    [0x03, 4]
      + Array("message A { map<int32, A> b = 1; /* c */ } enum D { E = -1; } service F { rpc G(A) returns (A); }".utf8),
    [0x04, 4, 0xBF, 0x61, 0x61, 0x9F, 0xF9, 0x3E, 0, 0xFF, 0x61, 0x62, 0x5F, 0x41, 1, 0xFF, 0xFF],
    [0x05, 4, 0x82, 0xA1, 0x61, 0x92, 0xC0, 0xC3, 0xD0, 0xFF, 0xD6, 5, 1, 2, 3, 4],
    [0x06, 4] + Array("b\r\n--b\r\nA: b\r\n\r\nx\r\n--b--".utf8),
    [0x07, 4] + Array(#"{"operationName":"A","query":"query A($a: B) {b}"}"#.utf8),
  ]
}
