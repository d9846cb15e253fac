import NIOCore
import NIOSSL
import NIOTLS

/// Comes directly after TLS in the pipeline, and records how the handshake ends.
final class TLSWitness: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let log: ConnectionLog?
  /// The unencrypted alert that the client has sent, if any.
  var alert: String?

  init(_ log: ConnectionLog?) {
    self.log = log
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted = event { log?.handshake() }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    // Many clients end with a FIN without close_notify. The script continues as over TCP.
    case NIOSSLError.uncleanShutdown: return
    case NIOSSLError.handshakeFailed(let reason):
      log?.handshakeFailed(reason: alert.map { "alert \($0)" } ?? Self.words("\(reason)"))
    default: break
    }
    context.fireErrorCaught(error)
  }

  /// Shortens a message of BoringSSL: for `... OPENSSL_internal:TLSV1_ALERT_UNKNOWN_CA at ...`, the alert's name in RFC
  /// 8446.
  static func words(_ text: String) -> String {
    let marker = "OPENSSL_internal:"
    guard let range = text.firstRange(of: marker) else { return text }
    let reason = text[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    for prefix in ["SSLV3_ALERT_", "TLSV1_ALERT_", "TLSV1_"] where reason.hasPrefix(prefix) {
      return "alert " + reason.dropFirst(prefix.count).lowercased()
    }
    return reason.lowercased()
  }
}
