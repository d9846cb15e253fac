import Wire

/// What was captured of a simulated connection, and what is true of it.
struct NetworkCapture {
  private static let origins: [UInt32] = [UInt32.max - 3000, UInt32.max - 20_000]

  let talk: NetworkTalk
  private(set) var packets: [Packet] = []
  /// Which part of which stream each packet brought.
  private var parts: [(side: Int, range: Range<Int>)] = []
  /// The first packet in which the server closes, from 1.
  private var closing: Int?

  /// - Parameter skipped: how many packets went by before the capture began, the handshake's three among them.
  init(_ network: SimulatedNetwork, skipped: Int = 0, clientPort: UInt16 = 50_000, serverPort: UInt16 = 8080) {
    talk = network.talk
    let ends = [
      Endpoint(address: .v4(IPv4Address(10, 0, 0, 1)), port: clientPort),
      Endpoint(address: .v4(IPv4Address(10, 0, 0, 2)), port: serverPort),
    ]
    for number in 0..<3 {
      let side = number % 2
      var packet = Packet(
        from: ends[side], to: ends[1 - side], sequence: Self.origins[side] &- (number < 2 ? 1 : 0),
        acknowledgment: number == 0 ? 0 : Self.origins[1 - side],
        flags: number == 0 ? .syn : number == 1 ? [.syn, .ack] : .ack)
      packet.time = number * 1000
      packets.append(packet)
      parts.append((side, 0..<0))
    }
    for sighting in network.sightings {
      let segment = sighting.segment
      var packet = Packet(
        from: ends[segment.side], to: ends[1 - segment.side],
        sequence: Self.origins[segment.side] &+ UInt32(truncatingIfNeeded: segment.offset),
        acknowledgment: Self.origins[1 - segment.side] &+ UInt32(truncatingIfNeeded: segment.acknowledged),
        flags: segment.isLast ? [.fin, .ack] : .ack, payload: segment.bytes)
      packet.time = sighting.time
      packets.append(packet)
      parts.append((segment.side, segment.offset..<segment.offset + segment.bytes.count))
    }
    packets.removeFirst(min(skipped, packets.count))
    parts.removeFirst(min(skipped, parts.count))
    closing = network.sightings.firstIndex { $0.segment.side == 1 && $0.segment.isLast }.map { $0 + 4 - skipped }
  }

  /// The packet, from 1, with which all bytes of a stream from `start` to `end` are there; nil if they never are.
  func completion(_ side: Int, _ start: Int, _ end: Int) -> Int? {
    var missing = [start..<end]
    for (index, part) in parts.enumerated() where part.side == side && !part.range.isEmpty {
      missing = missing.flatMap { hole in
        [
          hole.lowerBound..<min(hole.upperBound, max(hole.lowerBound, part.range.lowerBound)),
          max(hole.lowerBound, min(hole.upperBound, part.range.upperBound))..<hole.upperBound,
        ]
        .filter { !$0.isEmpty }
      }
      if missing.isEmpty { return index + 1 }
    }
    return nil
  }

  /// The packets that complete an exchange's request and its response, of streams that were seen from their beginning.
  func completions(_ number: Int) -> (request: Int?, response: Int?) {
    let request = completion(0, 0, talk.requestEnds[number])
    guard let response = completion(1, 0, talk.responseEnds[number]) else { return (request, nil) }
    guard talk.endsByClosing, number == talk.exchanges.count - 1 else { return (request, response) }
    return (request, closing.map { max($0, response) })
  }

  /// Whether every byte of an exchange is in the capture.
  func isWhole(_ number: Int) -> Bool {
    let (requests, responses) = (talk.requestEnds, talk.responseEnds)
    return completion(0, number > 0 ? requests[number - 1] : 0, requests[number]) != nil
      && completion(1, number > 0 ? responses[number - 1] : 0, responses[number]) != nil
  }

  /// Whether every byte of an exchange is in the capture, and none of them comes before the first that is.
  func isTold(_ number: Int) -> Bool {
    isWhole(number) && number > 0
      && (parts.first { $0.side == 0 && !$0.range.isEmpty }?.range.lowerBound ?? 0) <= talk.requestEnds[number - 1]
      && (parts.first { $0.side == 1 && !$0.range.isEmpty }?.range.lowerBound ?? 0) <= talk.responseEnds[number - 1]
  }

  /// Nanoseconds between two packets.
  func time(from first: Int, to last: Int) -> Int64 { Int64(packets[last - 1].time - packets[first - 1].time) * 1000 }
}
