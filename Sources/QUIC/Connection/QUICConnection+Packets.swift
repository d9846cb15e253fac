import RecordCiphers
import TLS
import Wire

// Packets with protection (RFC 9001 section 5).
extension QUICConnection {
  /// What became of the attempt to open a packet.
  enum Attempt {
    case opened(OpenedPacket)
    case wait
    case never(QUICUnreadable)
    case failed
  }

  /// Updates of keys that may be missing from the capture at a time.
  private static let updateReach = 4
  /// After this many packets of a side that do not open, only the next keys are tried.
  private static let mostSearches = 64
  /// If this many packets do not open with a secret that has opened none, it is the wrong one.
  private static let failureLimit = 16

  /// Opens a packet if it can be opened, and reads what is in it.
  ///
  /// - Parameter header: about `bytes`, which may be other ones than the datagram's.
  func read(
    _ packet: QUICPacket, _ header: QUICPacketHeader, _ bytes: Span<UInt8>, _ opener: inout PacketOpener,
    _ receiver: inout some QUICReceiver
  ) {
    var packet = packet
    let hasWaited = packet.opening == .waiting
    packet.place.now = now
    let nothing: [UInt8] = []
    switch attempt(header, packet.place.side, bytes, &opener) {
    case .opened(let opened):
      packet.place.number = opened.number
      packet.firstByte = opened.firstByte
      packet.numberLength = opened.numberLength
      packet.keyUpdates = header.type == .oneRTT ? keys.application[packet.place.side]?.updates ?? 0 : 0
      // The plaintext is lent to this call, so that nothing copies it.
      var plaintext = OpenedRecord()
      swap(&plaintext, &opener.plaintext)
      accept(&packet, plaintext.bytes, &receiver)
      swap(&plaintext, &opener.plaintext)
    case .wait:
      packet.opening = .waiting
      if !hasWaited { receiver.packet(packet, nothing.span) }
      let kept = WaitingPacket(packet: packet, bytes: [UInt8](bytes.extracting(header.range)))
      if waiting.append(kept) > 0 { reportWaiting(packet, &receiver) }
    case .never(let reason):
      packet.opening = .unreadable
      receiver.packet(packet, nothing.span)
      report(reason, packet.place, &receiver)
    case .failed:
      packet.opening = .notAuthentic
      receiver.packet(packet, nothing.span)
      noteFailure(packet.place, &receiver)
    }
  }

  private func accept(
    _ packet: inout QUICPacket, _ payload: Span<UInt8>, _ receiver: inout some QUICReceiver
  ) {
    guard let space = packet.place.type.space, let number = packet.place.number else { return }
    let side = packet.place.side
    guard sent[side][space].see(number) else {
      packet.opening = .duplicate
      facts[side].duplicates += 1
      return receiver.packet(packet, payload)
    }
    packet.opening = .opened
    if !packet.header.hasFixedBit { greasesFixedBit = true }
    facts[side].openedPackets += 1
    if let known = largest[side][space], number < known {
      facts[side].reordered += 1
    } else {
      largest[side][space] = number
    }
    receiver.packet(packet, payload)
    if packet.keyUpdates > facts[side].keyUpdates {
      facts[side].keyUpdates = packet.keyUpdates
      receiver.updatedKeys(packet.keyUpdates, packet.place)
    }
    readFrames(packet, space, payload, &receiver)
  }

  private func attempt(
    _ header: QUICPacketHeader, _ side: TLSSide, _ bytes: Span<UInt8>, _ opener: inout PacketOpener
  ) -> Attempt {
    let space = header.type.space ?? .application
    if header.type == .oneRTT, let application = keys.application[side] {
      return attemptUpdated(header, application, side, bytes, &opener)
    }
    switch keys.keys(header.type, side, header.version ?? facts.version) {
    case .wait: return .wait
    case .never(let reason): return .never(reason)
    case .keys(let candidates):
      for candidate in candidates {
        if let opened = open(header, bytes, candidate, largest[side][space], &opener) {
          keys.settle(candidate, header.type, side)
          if header.type == .oneRTT { keys.application[side]?.first = opened.number }
          return .opened(opened)
        }
      }
      if header.type == .initial, side == .client { return attemptAnew(header, bytes, &opener) }
      if header.type == .oneRTT { return attemptLater(candidates, header, side, bytes, &opener) }
      return .failed
    }
  }

  private func open(
    _ header: QUICPacketHeader, _ bytes: Span<UInt8>, _ keys: PacketKeys, _ largest: UInt64?,
    _ opener: inout PacketOpener
  ) -> OpenedPacket? {
    guard let unmasked = PacketOpener.unmask(header, bytes, keys, largest: largest),
      opener.open(header, unmasked, bytes, keys)
    else { return nil }
    return unmasked
  }

  /// A client whose Initial does not open has begun anew, after a Retry that is not in the capture.
  private func attemptAnew(
    _ header: QUICPacketHeader, _ bytes: Span<UInt8>, _ opener: inout PacketOpener
  ) -> Attempt {
    guard !hasServerSpoken, header.destinationID != keys.initialID, let version = header.version,
      let anew = InitialKeys(version, header.destinationID),
      let opened = open(header, bytes, anew.client, nil, &opener)
    else { return .failed }
    beginAnew(header.destinationID)
    return .opened(opened)
  }

  /// The first packets with 1-RTT keys that are in the capture can come after key updates.
  private func attemptLater(
    _ candidates: [PacketKeys], _ header: QUICPacketHeader, _ side: TLSSide, _ bytes: Span<UInt8>,
    _ opener: inout PacketOpener
  ) -> Attempt {
    var later = candidates
    for updates in 1...Self.updateReach {
      later = later.flatMap(\.next)
      for keys in later {
        guard let opened = open(header, bytes, keys, largest[side].application, &opener) else { continue }
        self.keys.application[side] = ConnectionKeys.Application(current: keys, updates: updates, first: opened.number)
        return .opened(opened)
      }
    }
    return .failed
  }

  /// Opens a packet with the keys that its key phase asks for; only its authenticity tells which these are (RFC 9001
  /// section 6.3).
  private func attemptUpdated(
    _ header: QUICPacketHeader, _ application: ConnectionKeys.Application, _ side: TLSSide, _ bytes: Span<UInt8>,
    _ opener: inout PacketOpener
  ) -> Attempt {
    guard
      let unmasked = PacketOpener.unmask(header, bytes, application.current, largest: largest[side].application)
    else { return .failed }
    let isCurrent = unmasked.keyPhase == (application.updates & 1 == 1)
    if isCurrent, opener.open(header, unmasked, bytes, application.current) {
      if unmasked.number < application.first { keys.application[side]?.first = unmasked.number }
      return .opened(unmasked)
    }
    if !isCurrent, let previous = application.previous, unmasked.number < application.first,
      opener.open(header, unmasked, bytes, previous)
    {
      return .opened(unmasked)
    }
    return attemptNext(header, unmasked, application, side, bytes, &opener)
  }

  private func attemptNext(
    _ header: QUICPacketHeader, _ unmasked: OpenedPacket, _ application: ConnectionKeys.Application, _ side: TLSSide,
    _ bytes: Span<UInt8>, _ opener: inout PacketOpener
  ) -> Attempt {
    var later = application.next
    if later.isEmpty {
      later = application.current.next
      keys.application[side]?.next = later
    }
    for updates in application.updates + 1...application.updates + Self.updateReach {
      if unmasked.keyPhase == (updates & 1 == 1) {
        for candidate in later where opener.open(header, unmasked, bytes, candidate) {
          keys.application[side] = ConnectionKeys.Application(
            current: candidate, previous: updates == application.updates + 1 ? application.current : nil,
            updates: updates, first: unmasked.number)
          return .opened(unmasked)
        }
      }
      // Each step costs more than a packet: what is made up must not ask for many.
      guard failures[side] < Self.mostSearches else { break }
      later = later.flatMap(\.next)
    }
    return .failed
  }

  private func noteFailure(_ place: QUICPlace, _ receiver: inout some QUICReceiver) {
    failures[place.side] += 1
    guard facts[place.side].openedPackets == 0 || place.type != .initial, failures[place.side] == Self.failureLimit,
      keys.application[place.side] == nil, let random = keys.clientRandom
    else { return }
    report(.wrongSecret(random), place, &receiver)
  }

  /// Says that packets were given up that had waited.
  func reportWaiting(_ packet: QUICPacket, _ receiver: inout some QUICReceiver) {
    report(keys.clientRandom.map(QUICUnreadable.noSecret) ?? .beginningMissing, packet.place, &receiver)
  }

  func report(_ reason: QUICUnreadable, _ place: QUICPlace, _ receiver: inout some QUICReceiver) {
    guard facts.unreadable != reason else { return }
    facts.unreadable = reason
    receiver.unreadable(reason, place)
  }
}
