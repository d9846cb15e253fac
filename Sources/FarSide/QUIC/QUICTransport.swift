import CQUICServer
import Glibc
import NIOCore

/// A connection of QUIC at the server. The room in C does the work; what it tells is kept until the caller asks for it.
final class QUICTransport {
  enum Event: Equatable {
    case handshaken
    case received(stream: UInt64, bytes: [UInt8], isEnd: Bool)
    case reset(stream: UInt64, code: UInt64)
    /// The client wants no more of a stream.
    case stopped(stream: UInt64, code: UInt64)
    /// What was to be sent on a stream is all in packets.
    case drained(stream: UInt64)
  }

  /// An ID by which the connection can be reached, or no longer.
  enum IDChange {
    case issued(QUICDestination)
    case retired(QUICDestination)
  }

  /// What a server shows for a name, and where the secrets of connections go.
  struct Secrets {
    var identity: (String?) -> OpaquePointer?
    var note: ([UInt8]) -> Void
  }

  private let secrets: Secrets
  private var connection: OpaquePointer?
  private var events: [Event] = []
  private var changes: [IDChange] = []

  /// Begins a connection with a datagram; the next call is ``read(_:from:now:)`` with the same. Nil if there can be none.
  init?(
    _ server: OpaquePointer, _ datagram: [UInt8], from client: SocketAddress, at local: SocketAddress,
    _ settings: hw_quic_settings, _ secrets: Secrets, now: NIODeadline
  ) {
    self.secrets = secrets
    var settings = settings
    var calls = Self.calls
    let context = Unmanaged.passUnretained(self).toOpaque()
    connection = local.withSockAddr { local, localLength in
      client.withSockAddr { client, clientLength in
        hw_quic_accept(
          server, local, UInt32(localLength), client, UInt32(clientLength), datagram, datagram.count, &settings,
          now.uptimeNanoseconds, &calls, context)
      }
    }
    if connection == nil { return nil }
  }

  deinit {
    hw_quic_connection_free(connection)
  }

  /// Whether something has happened since it was last asked.
  var hasEvents: Bool { !events.isEmpty }

  /// What has happened since the last call, in order.
  func takeEvents() -> [Event] { exchange(&events, with: []) }
  func takeChanges() -> [IDChange] { exchange(&changes, with: []) }

  var state: hw_quic_state { hw_quic_state(connection) }
  /// What the connection failed of, in words.
  var trouble: String? { hw_quic_trouble(connection).map { String(cString: $0) } }

  func read(_ datagram: [UInt8], from client: SocketAddress, now: NIODeadline) {
    client.withSockAddr { address, length in
      hw_quic_read(connection, address, UInt32(length), datagram, datagram.count, now.uptimeNanoseconds)
    }
  }

  /// The next datagram and where it goes; nil if there is none now.
  func write(now: NIODeadline) -> (bytes: [UInt8], to: SocketAddress)? {
    var client = sockaddr_storage()
    var length: UInt32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: QUICPort.greatestDatagram) { buffer, count in
      count = hw_quic_write(connection, buffer.baseAddress, buffer.count, &client, &length, now.uptimeNanoseconds)
    }
    guard !bytes.isEmpty, let address = SocketAddress(client) else { return nil }
    return (bytes, address)
  }

  /// When ``expire(now:)`` is to be called; nil for never.
  var expiry: NIODeadline? {
    let time = hw_quic_expiry(connection)
    return time >= UInt64(Int64.max) ? nil : NIODeadline.uptimeNanoseconds(time)
  }

  func expire(now: NIODeadline) { hw_quic_expire(connection, now.uptimeNanoseconds) }

  /// Opens a stream that only the server writes; nil if the client allows none now.
  func openStream() -> UInt64? {
    let stream = hw_quic_open_stream(connection)
    return stream < 0 ? nil : UInt64(stream)
  }

  func send(_ bytes: [UInt8], on stream: UInt64, isEnd: Bool = false) {
    hw_quic_send(connection, Int64(stream), bytes, bytes.count, isEnd)
  }

  func openWindow(of stream: UInt64, by bytes: Int) { hw_quic_open_window(connection, Int64(stream), UInt64(bytes)) }

  func reset(_ stream: UInt64, code: UInt64) { hw_quic_reset_stream(connection, Int64(stream), code) }

  func close(code: UInt64) { hw_quic_close(connection, code) }

  private static func of(_ context: UnsafeMutableRawPointer?) -> QUICTransport? {
    // The context is the object that owns the connection, which calls only while that object calls it.
    context.map { Unmanaged<QUICTransport>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let calls = hw_quic_calls(
    identity: { context, name in QUICTransport.of(context)?.secrets.identity(name.map { String(cString: $0) }) },
    secret: { context, line in
      if let line { QUICTransport.of(context)?.secrets.note(Array(String(cString: line).utf8)) }
    },
    handshaken: { QUICTransport.of($0)?.events.append(.handshaken) },
    received: { context, stream, bytes, count, isEnd, _ in
      let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
      QUICTransport.of(context)?.events.append(.received(stream: UInt64(stream), bytes: bytes, isEnd: isEnd))
    },
    reset: { QUICTransport.of($0)?.events.append(.reset(stream: UInt64($1), code: $2)) },
    stopped: { QUICTransport.of($0)?.events.append(.stopped(stream: UInt64($1), code: $2)) },
    drained: { QUICTransport.of($0)?.events.append(.drained(stream: UInt64($1))) },
    issued: { context, id in
      if let id { QUICTransport.of(context)?.changes.append(.issued(QUICDestination(id.pointee))) }
    },
    retired: { context, id in
      if let id { QUICTransport.of(context)?.changes.append(.retired(QUICDestination(id.pointee))) }
    })
}

/// The connection ID to which a packet goes.
struct QUICDestination: Hashable {
  private let bytes: [UInt8]

  init(_ id: hw_quic_id) {
    let all = withUnsafeBytes(of: id.bytes) { Array($0) }
    bytes = Array(all.prefix(Int(id.length)))
  }
}

extension SocketAddress {
  /// Nil if the address is neither of IPv4 nor of IPv6.
  fileprivate init?(_ storage: sockaddr_storage) {
    var storage = storage
    switch CInt(storage.ss_family) {
    case AF_INET:
      self = withUnsafeBytes(of: &storage) { SocketAddress($0.loadUnaligned(as: sockaddr_in.self)) }
    case AF_INET6:
      self = withUnsafeBytes(of: &storage) { SocketAddress($0.loadUnaligned(as: sockaddr_in6.self)) }
    default: return nil
    }
  }
}
