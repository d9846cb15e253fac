import ContentCodings
import MessageFormats
import TextOutput
import Wire

/// gRPC (gRPC over HTTP/2, "Length-Prefixed-Message"): a message behind its prefix of five bytes, and what is in it.
enum GRPCDissector {
  /// Whether a media type is that of a call whose messages come one by one. The bodies of gRPC-Web are whole.
  static func isStreaming(_ type: String) -> Bool {
    type.hasPrefix("application/grpc") && !isWeb(type)
  }

  /// Whether a media type is that of gRPC-Web.
  static func isWeb(_ type: String) -> Bool { type.hasPrefix("application/grpc-web") }

  /// Adds the messages of a body that is whole: gRPC-Web, whose text form is base64.
  static func addBody(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>, _ call: GRPCCallFacts) {
    guard call.type.hasPrefix("application/grpc-web-text") else { return addMessages(&tree, bytes, range, call) }
    var reader = Base64Reader()
    var plain: [UInt8] = []
    reader.read(bytes.extracting(range), into: &plain)
    let saved = tree.buffer
    guard tree.enter("Content from Base64", plain) != nil else { return }
    defer { tree.leave(saved) }
    addMessages(&tree, plain.span, 0..<plain.count, call)
  }

  private static func addMessages(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>, _ call: GRPCCallFacts
  ) {
    var start = range.lowerBound
    while range.upperBound - start >= GRPCMessageReader.prefixLength {
      let count = Int(bytes.uint32(at: start + 1)) + GRPCMessageReader.prefixLength
      guard count <= range.upperBound - start else { break }
      add(&tree, bytes, start..<start + count, call)
      start += count
    }
    if start < range.upperBound { tree.data(bytes.extracting(0..<range.upperBound), start) }
  }

  /// Adds one message, which is in the bytes with its prefix.
  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>, _ call: GRPCCallFacts) {
    tree.run("grpc", bytes.extracting(0..<range.upperBound), range.lowerBound) {
      (tree, bytes, start) throws(DissectionStop) in
      try dissect(&tree, bytes, start, call)
    }
  }

  private static func dissect(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ call: GRPCCallFacts
  ) throws(DissectionStop) {
    let flags = UInt64(try bytes.byte(start))
    let mark = tree.beginProtocol(.grpc, start..<bytes.count) { line in
      line.append("gRPC message")
      guard let path = call.path else { return }
      line.append(": ")
      line.append(harmless: path)
      line.append(call.isRequest ? ", request" : ", response")
    }
    tree.bits(.grpcFrameType, of: flags, start..<start + 1)
    tree.bits(.grpcCompressedFlag, of: flags, start..<start + 1)
    try tree.number(.grpcMessageLength, bytes, start + 1, 4)
    let content = start + GRPCMessageReader.prefixLength..<bytes.count
    guard !content.isEmpty else { return tree.end(mark) }
    let saved = tree.buffer
    defer { tree.leave(saved) }
    if flags & 1 != 0, let coding = call.encoding, let codings = try? ContentCoding.list(coding), !codings.isEmpty {
      let plain = tree.decode(bytes.extracting(content), codings)
      tree.add(
        .text, content, .none,
        text: "Message in \(coding): \(content.count) bytes"
          + (plain.map { ", \($0.count) when decoded" } ?? ""))
      guard let plain, tree.enter("Decoded content", plain) != nil else {
        tree.expert(.grpcBodyDecompressionFailed, .warning)
        return tree.end(mark)
      }
      addData(&tree, 0..<plain.count)
      tree.end(mark)
      return addContent(&tree, plain.span, 0, call, isTrailers: flags & 0x80 != 0)
    }
    addData(&tree, content)
    tree.end(mark)
    // What is compressed in a way that is not known has no meaning.
    if flags & 1 == 0 { addContent(&tree, bytes, content.lowerBound, call, isTrailers: flags & 0x80 != 0) }
  }

  private static func addData(_ tree: inout TreeBuilder, _ range: Range<Int>) {
    tree.add(.grpcMessageData, range, .bytes) { line in
      line.append("Bytes of the message: ", UInt64(range.count))
    }
  }

  /// Adds what a message says: protobuf, unless the media type names something else.
  private static func addContent(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ call: GRPCCallFacts, isTrailers: Bool
  ) {
    tree.depth = 0
    // The trailers of gRPC-Web are lines of fields (gRPC-Web, "Trailers").
    if isTrailers { return MediaDissector.text(&tree, bytes, start, "") }
    let format = call.type.split(separator: "+", maxSplits: 1).dropFirst().first ?? "proto"
    switch format {
    case "proto":
      tree.run("protobuf", bytes, start) { (tree, bytes, start) throws(DissectionStop) in
        try ProtobufDissector.dissect(&tree, bytes, start, call)
      }
    case "json": tree.run(JSONDissector.dissector(of: "application/json"), bytes, start)
    default: tree.data(bytes, start)
    }
  }
}
