import Streams
import TLS
import Wire

// Acknowledgments, round trips and losses (RFC 9002), as seen where packets were captured.
extension QUICConnection {
  func noteSent(_ packet: QUICPacket, _ space: QUICSpace, isEliciting: Bool, isInFlight: Bool) {
    guard let number = packet.place.number else { return }
    let side = packet.place.side
    sent[side][space].send(
      SentPackets.Entry(
        number: number, mark: packet.place.packet, length: packet.header.end - packet.header.start,
        isAckEliciting: isEliciting, isInFlight: isInFlight))
    let flight =
      sent[side].initial.bytesInFlight + sent[side].handshake.bytesInFlight + sent[side].application.bytesInFlight
    facts[side].greatestFlight = max(facts[side].greatestFlight, flight)
  }

  func takeAcknowledgment(
    _ frame: QUICAcknowledgment, _ space: QUICSpace, _ place: QUICPlace, _ receiver: inout some QUICReceiver
  ) {
    let sender = place.side.peer
    var outcome = sent[sender][space].acknowledge(frame)
    if let congestion = frame.congestion { facts[sender].countedMarks = congestion }
    if let mark = outcome.sample { measure(mark, frame, space, place, &receiver) }
    if outcome.unseen > 0 {
      facts[sender].unseenPackets &+= outcome.unseen
      unseenSince[sender] = unseenSince[sender] ?? place.packet.timestamp.nanoseconds
      nextTick = .min
    }
    if !outcome.spurious.isEmpty {
      facts[sender].spuriousLosses += outcome.spurious.count
      receiver.spuriouslyLost(
        QUICLoss(sender: sender, space: space, cause: .packetThreshold, packets: outcome.spurious), place)
    }
    detectLosses(sender, space, &outcome, place, &receiver)
  }

  private func measure(
    _ mark: PacketMark, _ frame: QUICAcknowledgment, _ space: QUICSpace, _ place: QUICPlace,
    _ receiver: inout some QUICReceiver
  ) {
    let sender = place.side.peer
    let sample = place.packet.timestamp - mark.timestamp
    guard sample >= 0 else { return }
    let delay = space == .application ? acknowledgmentDelay(frame, place.side) : 0
    var counted: Int64 = 0
    if facts[sender].roundTrip == nil {
      facts[sender].roundTrip = QUICRoundTrip(first: sample)
    } else {
      counted = facts[sender].roundTrip?.add(sample, delay: delay) ?? 0
    }
    guard let estimate = facts[sender].roundTrip else { return }
    receiver.roundTrip(
      QUICRoundTripSample(
        sender: sender, sent: mark, latest: sample, acknowledgmentDelay: counted, estimate: estimate), place)
  }

  /// What a receiver says that it waited, in nanoseconds, and not more than it may (RFC 9002 section 5.3).
  private func acknowledgmentDelay(_ frame: QUICAcknowledgment, _ side: TLSSide) -> Int64 {
    let parameters = facts[side].parameters
    let exponent = parameters?.ackDelayExponent ?? 3
    let microseconds = min(frame.delay, 1 << 32) << exponent
    let delay = Int64(clamping: min(microseconds, 1 << 52)) * 1000
    return facts.confirmed == nil ? delay : min(delay, parameters?.maxAckDelay ?? 25_000_000)
  }

  private func detectLosses(
    _ sender: TLSSide, _ space: QUICSpace, _ outcome: inout SentPackets.Outcome, _ place: QUICPlace,
    _ receiver: inout some QUICReceiver
  ) {
    // Before the first sample nobody can say how long is too long; RFC 9002 section 6.2.2 takes 333 ms.
    let delay = facts[sender].roundTrip?.lossDelay ?? 333_000_000 / 8 * 9
    sent[sender][space].detectLosses(at: place.packet.timestamp.nanoseconds, delay: delay, &outcome)
    nextTick = min(nextTick, sent[sender][space].lossTime ?? .max)
    guard !outcome.lost.isEmpty else { return }
    facts[sender].lostPackets += outcome.lost.count
    receiver.lost(QUICLoss(sender: sender, space: space, cause: outcome.cause, packets: outcome.lost), place)
  }

  /// Finds out when the next packet is lost if nothing comes. Bytes that are missing have to be looked at with each packet.
  private func setNextTick() {
    nextTick = unseenSince.client == nil && unseenSince.server == nil ? .max : .min
    for side in TLSSide.allCases {
      for space in QUICSpace.allCases { nextTick = min(nextTick, sent[side][space].lossTime ?? .max) }
    }
  }

  /// Time has gone by: what is lost by now is said.
  func tick(_ receiver: inout some QUICReceiver) {
    guard now.timestamp.nanoseconds >= nextTick else { return }
    nextTick = .max
    defer { setNextTick() }
    for side in TLSSide.allCases {
      for space in QUICSpace.allCases {
        guard let due = sent[side][space].lossTime, now.timestamp.nanoseconds >= due else { continue }
        let type: QUICPacketType = space == .initial ? .initial : space == .handshake ? .handshake : .oneRTT
        let place = QUICPlace(
          connection: facts.number, side: side.peer, type: type, number: nil, packet: now, now: now)
        var outcome = SentPackets.Outcome()
        detectLosses(side, space, &outcome, place, &receiver)
      }
      guard unseenSince[side] != nil else { continue }
      let place = QUICPlace(
        connection: facts.number, side: side, type: .oneRTT, number: nil, packet: now, now: now)
      giveUpMissing(place, &receiver)
    }
  }
}
