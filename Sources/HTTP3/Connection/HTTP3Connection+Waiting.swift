import Wire

// Field sections that come before what they refer to (RFC 9204 section 2.1.2).
extension HTTP3Connection {
  /// Goes on with the streams whose field sections need not wait any more.
  mutating func resume(_ receiver: inout some HTTP3Receiver) {
    for side in HTTP3Side.allCases where mayResume[side.index] {
      mayResume[side.index] = false
      for stream in exchange(&waiting[side.index], with: []) where streams[stream] != nil {
        var half = take(stream, side, &receiver)
        if let waited = half.waiting {
          if canDecode(waited, side) {
            goOn(waited, &half, stream, side, &receiver, isLast: false)
          } else {
            waiting[side.index].append(stream)
          }
        }
        put(half, stream, side)
      }
    }
  }

  private func canDecode(_ waited: HTTP3Half.Waiting, _ side: HTTP3Side) -> Bool {
    let decoder = decoders[side.index]
    guard decoder.table.isComplete else { return true }
    guard let required = waited.requiredInsertCount else {
      return decoder.maxTableCapacity != nil || areSettingsLost[side.other.index]
    }
    return decoder.table.insertCount >= required
  }

  /// Reads what waits on a stream as far as it is known.
  mutating func giveUpWaiting(
    _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side, _ receiver: inout some HTTP3Receiver
  ) {
    while let waited = half.waiting { goOn(waited, &half, stream, side, &receiver, isLast: true) }
  }

  /// Decodes a field section that has waited, and reads what has come after it.
  private mutating func goOn(
    _ waited: HTTP3Half.Waiting, _ half: inout HTTP3Half, _ stream: UInt64, _ side: HTTP3Side,
    _ receiver: inout some HTTP3Receiver, isLast: Bool
  ) {
    half.waiting = nil
    receiver.receiveUnblocking(waited.place)
    decode(waited.section.span, push: waited.push, &half, waited.place, &receiver, isLast: isLast)
    for step in waited.steps {
      switch step {
      case .bytes(let bytes): accept(bytes.span, &half, stream, side, &receiver)
      case .miss(let count):
        half.offset &-= count
        pass(count, &half, stream, side, &receiver)
      case .end:
        if half.waiting != nil {
          half.waiting?.steps.append(.end)
        } else {
          finish(&half, stream, side, &receiver)
        }
      }
    }
  }
}
