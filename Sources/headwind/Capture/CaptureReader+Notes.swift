import Captures

extension CaptureReader {
  /// Says so where nothing was shown because all packets are those of the end of the link that was not asked for, as in a copy of
  /// one end.
  func sayIfOnlyTheOtherEndIsThere(_ side: CaptureSide) {
    guard hasOnlyTheOtherEnd else { return }
    let (wanted, other) = side == .client ? ("client's", CaptureSide.farSide) : ("far side's", .client)
    Headwind.say(
      "\(path): no packet is of the \(wanted) end of the link; --side \(other.rawValue) shows the \(packetsLeftOut) that are there"
    )
  }
}
