import HTTP2
import Wire

// Field sections (RFC 9114 section 4.1), and what they make of a stream.
extension HTTP3Connection {
  /// The longest capsule that is held, in bytes.
  private static let capsuleLimit = 64 << 10
  /// The protocols of extended CONNECT whose body is a sequence of capsules (RFC 9298, RFC 9484, draft-ietf-webtrans-http3).
  private static let capsuleProtocols: Set<[UInt8]> = [
    Array("connect-udp".utf8), Array("connect-ip".utf8), Array("webtransport".utf8),
  ]

  /// Decodes a field section, or lets it wait.
  ///
  /// - Parameters:
  ///   - push: the number of the push that it promises.
  ///   - isLast: whether it cannot wait.
  mutating func decode(
    _ section: Span<UInt8>, push: UInt64?, _ half: inout HTTP3Half, _ place: HTTP3Place,
    _ receiver: inout some HTTP3Receiver, isLast: Bool
  ) {
    let side = place.side.index
    let isSettled = isLast || (decoders[side].maxTableCapacity == nil && areSettingsLost[place.side.other.index])
    let outcome: QPACKDecoder.Outcome
    do throws(QPACKError) {
      outcome = try decoders[side].decode(section, into: &fields, isLast: isSettled)
    } catch {
      receiver.receive(fault: .compression(error), place)
      if push == nil { half.hasLostHeaders = true }
      return receiver.receive(lostHeaders: .undecodable, place)
    }
    switch outcome {
    case .decoded: deliver(push, &half, place, &receiver)
    case .blocked(let required): wait(section, push, required, &half, place, &receiver)
    case .awaitsSettings: wait(section, push, nil, &half, place, &receiver)
    }
  }

  private mutating func wait(
    _ section: Span<UInt8>, _ push: UInt64?, _ required: UInt64?, _ half: inout HTTP3Half, _ place: HTTP3Place,
    _ receiver: inout some HTTP3Receiver
  ) {
    half.waiting = HTTP3Half.Waiting(
      section: Array(section), push: push, place: place, requiredInsertCount: required, byteCount: section.count)
    waiting[place.side.index].append(place.stream)
    receiver.receiveBlocking(place)
  }

  /// Hands on what is in `fields`.
  private mutating func deliver(
    _ push: UInt64?, _ half: inout HTTP3Half, _ place: HTTP3Place, _ receiver: inout some HTTP3Receiver
  ) {
    if fields.omittedCount > 0 { receiver.receive(fault: .sectionTooLarge(limit: limits.fields.section), place) }
    let kind = kind(push, half, place)
    switch kind {
    case .request, .response: half.hasHead = true
    case .trailers: half.hasTrailers = true
    case .unknown: half.hasLostHeaders = true
    case .interim, .pushPromise: break
    }
    expectCapsules(kind, &half, place)
    let headers = HTTP3Headers(kind: kind, flaws: HTTP2FieldFlaws.judge(fields, kind.section))
    receiver.receive(headers: headers, fields: fields, place)
  }

  private func kind(_ push: UInt64?, _ half: HTTP3Half, _ place: HTTP3Place) -> HTTP3Headers.Kind {
    if let push { return .pushPromise(push) }
    if half.hasHead { return .trailers }
    if place.side == .client {
      // Only trailers have no pseudo-header field; without any, the head may be the one that was lost.
      return half.hasLostHeaders && fields.field(.method) == nil ? .unknown : .request
    }
    guard fields.field(.status) != nil else {
      return half.hasLostHeaders || fields.hasUnknown || fields.omittedCount > 0 ? .unknown : .response
    }
    guard let status = fields.status, (100..<200).contains(status) else { return .response }
    return .interim(status)
  }

  /// Notes whether the body of a message is a sequence of capsules (RFC 9297 section 3.1).
  private mutating func expectCapsules(_ kind: HTTP3Headers.Kind, _ half: inout HTTP3Half, _ place: HTTP3Place) {
    switch kind {
    case .request:
      guard let name = fields.value(.protocol) else { return }
      let isDeclared = fields.fields.contains {
        fields.hasName($0, "capsule-protocol") && fields.bytes[$0.value].starts(with: "?1".utf8)
      }
      guard isDeclared || Self.capsuleProtocols.contains(name) else { return }
      streams[place.stream]?.hasCapsules = true
    case .response:
      guard streams[place.stream]?.hasCapsules == true, fields.status.map({ 200..<300 ~= $0 }) ?? false else { return }
    default: return
    }
    half.capsules = LengthValueReader(at: 0, limit: Self.capsuleLimit, streamedType: nil)
  }

  /// Reads the capsules in some of a body.
  func readCapsules(
    _ data: Span<UInt8>, _ half: inout HTTP3Half, _ receiver: inout some HTTP3Receiver, _ place: HTTP3Place
  ) {
    guard var reader = exchange(&half.capsules, with: nil) else { return }
    var position = 0
    while let event = reader.next(data, &position) {
      switch event {
      case .unit(let header): half.capsule = HTTP3CapsuleType(rawValue: header.type.rawValue)
      case .value(let piece):
        let held = reader.partial
        let value = piece.isGiven ? data.extracting(piece.range) : held.span.extracting(piece.range)
        if half.capsule == .datagram {
          receiver.receive(datagram: value, isCapsule: true, place)
        } else {
          receiver.receive(capsule: half.capsule, value: value, place)
        }
      case .tooLong: receiver.receive(fault: .capsuleTooLong(limit: Self.capsuleLimit), place)
      case .data, .missing, .end, .lost: break
      }
    }
    half.capsules = reader
  }
}

extension HTTP3Headers.Kind {
  /// What the rules about fields take it for.
  fileprivate var section: HTTP2FieldFlaws.Section {
    switch self {
    case .request, .pushPromise: .request
    case .response, .interim: .response
    case .trailers: .trailers
    case .unknown: .unknown
    }
  }
}
