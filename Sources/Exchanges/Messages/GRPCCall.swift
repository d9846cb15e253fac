public import MessageFormats

/// What a gRPC call says of itself besides its messages.
public struct GRPCCall: Hashable, Sendable {
  /// How long the caller waits (`grpc-timeout`).
  public internal(set) var timeout: GRPCTimeout?
  /// How it ended (`grpc-status`), as the trailers say.
  public internal(set) var status: GRPCStatus?

  /// Whether a media type is that of gRPC or gRPC-Web.
  static func isCall(_ type: String?) -> Bool {
    BodyKind.begins(type, with: "application/grpc")
  }

  /// Takes the trailers of gRPC-Web: field lines.
  mutating func take(trailers: [UInt8]) {
    var fields: [String: [UInt8]] = [:]
    for line in trailers.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).prefix(100) {
      let name = line.prefix { $0 != UInt8(ascii: ":") }
      let value = line.dropFirst(name.count + 1).drop { $0 == 0x20 }
      fields[String(decoding: name, as: UTF8.self).lowercased()] = Array(value)
    }
    guard let code = fields["grpc-status"] else { return }
    let message = fields["grpc-message"] ?? []
    status = GRPCStatus(status: code.span, message: message.span)
  }
}
