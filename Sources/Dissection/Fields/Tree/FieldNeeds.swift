/// What the wanted fields need, so that nothing else is done.
struct FieldNeeds {
  /// Any protocol above TCP and UDP.
  let payload: Bool
  /// The messages that TCP conversations carry.
  let streams: Bool
  /// The bytes of messages' bodies.
  let bodies: Bool
  /// The streams of HTTP/3.
  let http3: Bool
  /// The fields of HTTP's heads, and not their first lines alone.
  let httpFields: Bool
  /// The fields of JSON documents.
  let documents: Bool
  /// The paths of JSON values.
  let paths: Bool
  /// What is in certificates.
  let certificates: Bool
  /// Whether messages are all that is wanted, and the numbers of their packets: no header, and no other protocol.
  let onlyMessages: Bool

  init(_ wanted: FieldSet?) {
    guard let wanted else {
      payload = true
      streams = true
      bodies = true
      documents = true
      http3 = true
      httpFields = true
      paths = true
      certificates = true
      onlyMessages = false
      return
    }
    let names = wanted.names
    let isOf = { (prefixes: [String]) in names.contains { name in prefixes.contains { name.hasPrefix($0) } } }
    let everything = isOf(["frame.protocols", "_ws."])
    streams =
      everything || isOf(Self.messages) || isOf(["tcp.segment", "tcp.reassembled", "dns"])
    http3 = everything || isOf(["http3"])
    payload = streams || isOf(ProtocolRegistry.datagramProtocols)
    bodies =
      everything
      || isOf(
        ["http2.data", "http2.body", "http.file_data", "http.chunk", "http.decompression_failed"] + Self.bodies + [
          "tcp.reassembled.data"
        ])
    documents = everything || isOf(["json.", "data-text-lines"])
    paths = isOf(["json.path"])
    certificates = everything || isOf(Self.certificates)
    httpFields = wanted.intersects(HTTPFieldLines.wanted) || bodies
    onlyMessages =
      isOf(["http"])
      && names.allSatisfy { name in
        ["http", "json", "frame.number", "frame.len", "frame.cap_len", "frame.time_epoch", "tcp.segment"].contains {
          name == $0 || name.hasPrefix($0 + ".")
        }
      }
  }

  private static let messages = ["http", "json", "tls", "websocket", "socks"] + bodies
  private static let bodies =
    ["json", "data", "media", "urlencoded-form", "websocket", "tls", "grpc", "protobuf", "dns"] + certificates
  private static let certificates = ["x509", "pkcs1", "pkix1", "ber"]
}

extension FieldSet {
  /// The names of the fields in it.
  var names: [String] { FieldTable.fields.filter { contains($0.id) }.map(\.name) }

  /// Whether a field is in both.
  public func intersects(_ other: FieldSet) -> Bool {
    FieldTable.fields.contains { contains($0.id) && other.contains($0.id) }
  }
}
