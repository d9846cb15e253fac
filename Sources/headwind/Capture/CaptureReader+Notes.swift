import Captures
import Dissection
import TextOutput
import Wire

extension CaptureReader {
  /// Says so where nothing was shown because all packets are those of the end of the link that was not asked for, as in a copy of
  /// one end.
  func sayIfOnlyTheOtherEndIsThere(_ side: CaptureSide) {
    guard hasOnlyTheOtherEnd else { return }
    let (wanted, other) = side == .client ? ("client's", CaptureSide.server) : ("server's", .client)
    Headwind.say(
      "\(path): the file has no packets of the \(wanted) end of the link; --side \(other.rawValue) shows its \(packetsLeftOut) packets"
    )
  }

  /// Says how many packets are of link types that are not read. A file with no other packets is one that is not read.
  func sayWhatIsNotRead() throws(Failure) {
    guard !packetsNotRead.isEmpty else { return }
    let kinds = packetsNotRead.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.value) of link type \($0.key.name) (\($0.key.rawValue))" }.joined(separator: ", ")
    let total = packetsNotRead.values.reduce(0, +)
    guard total == packetsGiven else {
      return Headwind.say("\(path): \(total) of \(packetsGiven) packets cannot be read: \(kinds)")
    }
    throw Failure(
      "\(path): no packet can be read: \(kinds)",
      remedy: "See docs/captures.md for the supported link types; tcpdump and tshark support more.",
      status: ExitStatus.invalidFile)
  }
}
