import Streams
import TLS
import Wire

// What the frames of a packet say (RFC 9000 section 19).
extension QUICConnection {
  func readFrames(
    _ packet: QUICPacket, _ space: QUICSpace, _ payload: Span<UInt8>, _ receiver: inout some QUICReceiver
  ) {
    let place = packet.place
    let side = place.side
    if side == .server { hasServerSpoken = true }
    if side == .server, packet.header.isLong, let version = packet.header.version { settle(version) }
    var reader = QUICFrameReader(payload)
    var (isEliciting, isProbing, isInFlight) = (false, true, false)
    do throws(QUICFrameError) {
      while let (frame, range) = try reader.next(payload) {
        isEliciting = isEliciting || frame.isAckEliciting
        isProbing = isProbing && frame.isProbing
        // Whatever but ACK and CONNECTION_CLOSE counts as being in flight (RFC 9002 section 2).
        if case .padding = frame { isInFlight = true }
        receiver.frame(frame, range, payload, place)
        apply(frame, payload, packet, space, &receiver)
      }
    } catch {
      receiver.malformed(error, place)
    }
    noteSent(packet, space, isEliciting: isEliciting, isInFlight: isInFlight || isEliciting)
    if !isProbing { usePath(packet, &receiver) }
  }

  private func apply(
    _ frame: QUICFrame, _ payload: Span<UInt8>, _ packet: QUICPacket, _ space: QUICSpace,
    _ receiver: inout some QUICReceiver
  ) {
    let place = packet.place
    switch frame {
    case .padding, .ping, .newToken, .immediateAck, .ackFrequency, .retireConnectionID: break
    case .ack(let frame): takeAcknowledgment(frame, space, place, &receiver)
    case .crypto(let offset, let data): takeCrypto(payload.extracting(data), offset, space, place, &receiver)
    case .stream(let frame): takeStream(frame, payload.extracting(frame.data), place, &receiver)
    case .resetStream(let stream, let error, let size), .resetStreamAt(let stream, let error, let size, _):
      takeReset(QUICStreamID(rawValue: stream), error, size, place, &receiver)
    case .stopSending(let stream, let error):
      receiver.streamStopped(QUICStreamID(rawValue: stream), error: error, place)
    case .maxData(let limit): raise(nil, limit, place)
    case .maxStreamData(let stream, let limit): raise(QUICStreamID(rawValue: stream), limit, place)
    case .dataBlocked: noteBlocked(nil, place)
    case .streamDataBlocked(let stream, _): noteBlocked(QUICStreamID(rawValue: stream), place)
    case .maxStreams, .streamsBlocked: break
    case .newConnectionID(_, _, let id, let token):
      learn(id, reaches: place.side)
      learnToken(payload, token)
    case .pathChallenge(let value): takeChallenge(value, packet, &receiver)
    case .pathResponse(let value): takeResponse(value, packet, &receiver)
    case .connectionClose(let frame): takeClose(frame, payload, place, &receiver)
    case .handshakeDone:
      guard facts.confirmed == nil else { break }
      facts.confirmed = place.packet
      receiver.learned(facts)
    case .datagram(let data, _): receiver.datagram(payload.extracting(data), place)
    }
  }

  private func takeClose(
    _ frame: QUICCloseFrame, _ payload: Span<UInt8>, _ place: QUICPlace, _ receiver: inout some QUICReceiver
  ) {
    let reason = String(decoding: [UInt8](payload.extracting(frame.reason)), as: UTF8.self)
    let close: QUICClose =
      frame.isApplication
      ? .application(frame.error, reason: reason)
      : .transport(QUICErrorCode(rawValue: frame.error), frameType: frame.frameType ?? 0, reason: reason)
    noteClose(close, place, &receiver)
  }

  func noteClose(_ close: QUICClose, _ place: QUICPlace, _ receiver: inout some QUICReceiver) {
    // It is repeated for each packet that comes after it (RFC 9000 section 10.2.1).
    guard facts.close == nil || facts.closedBy != place.side else { return }
    if facts.close == nil {
      (facts.close, facts.closedBy, facts.closed) = (close, place.side, place.packet)
    }
    receiver.closed(close, place)
  }

  /// The version that the server speaks is that of the connection (RFC 9368).
  private func settle(_ version: QUICVersion) {
    guard version != facts.version else { return }
    facts.version = version
    knowledge += 1
  }
}
