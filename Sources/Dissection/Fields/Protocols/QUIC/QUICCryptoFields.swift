import QUIC
import Streams
import TLS
import TextOutput
import Wire

/// The nodes of TLS within CRYPTO frames (RFC 9001 section 4).
enum QUICCryptoFields {
  /// Adds the messages that a frame completes.
  ///
  /// - Parameter data: where the frame's data is in the plaintext.
  static func add(
    _ tree: inout TreeBuilder, _ frame: QUICReading.Frame, _ data: Range<Int>, _ bytes: Span<UInt8>,
    _ packet: QUICPacket
  ) {
    guard !data.isEmpty else { return }
    let facts = TLSFacts(
      session: tree.state.quic.session(packet.place.connection), side: packet.place.side == .client ? .first : .second)
    // Several protocols of this kind lie in one another here, and none is at the top.
    let depth = tree.depth
    tree.noteProtocol("tls")
    let mark = tree.begin(.tls, data, .bytes, text: "TLSv1.3: handshake, \(name(frame))")
    for message in frame.messages {
      if let place = message.place {
        show(&tree, bytes.extracting(0..<place.upperBound), place, facts)
      } else {
        let saved = tree.buffer
        guard tree.enter("Handshake message from QUIC", message.bytes) != nil else { continue }
        show(&tree, message.bytes.span, 0..<message.bytes.count, facts)
        tree.leave(saved)
      }
    }
    tree.end(mark)
    tree.depth = depth
  }

  private static func name(_ frame: QUICReading.Frame) -> String {
    switch frame.messages.count {
    case 0: "(fragment)"
    case 1:
      frame.messages[0].bytes.first.flatMap { ValueNames.tlsHandshakeType[UInt64($0)] } ?? "message of an unknown type"
    default: "several messages"
    }
  }

  private static func show(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ place: Range<Int>, _ facts: TLSFacts) {
    let depth = tree.depth
    do throws(DissectionStop) {
      _ = try TLSHandshakeFields.add(&tree, bytes, place, facts)
    } catch {
      tree.depth = depth
      tree.expert(nil, .error, "The message ends too early, or contradicts itself", .malformed)
    }
    tree.depth = depth
  }
}
