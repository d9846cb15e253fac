/// The handshake messages that an extended master secret depends on (RFC 7627 section 3): all up to ClientKeyExchange. They are
/// kept only where a private key could be of use.
struct Transcript {
  private static let limit = 128 << 10

  private var clientHello: [UInt8] = []
  private var server: [UInt8] = []
  private var client: [UInt8] = []
  private(set) var isTooLong = false

  mutating func add(_ type: HandshakeType, _ body: Span<UInt8>, _ side: TLSSide) {
    guard clientHello.count + server.count + client.count + body.count < Self.limit else {
      isTooLong = true
      return
    }
    var message: [UInt8] = [type.rawValue]
    for shift in [16, 8, 0] { message.append(UInt8(truncatingIfNeeded: body.count >> shift)) }
    message += body.copy(0..<body.count)
    switch (type, side) {
    case (.clientHello, _): clientHello = message
    case (_, .server): server += message
    case (_, .client): client += message
    }
  }

  var bytes: [UInt8] { clientHello + server + client }

  mutating func forget() { self = Transcript() }
}
