import Captures
import Dissection
import TextOutput
import Wire

extension CaptureReader {
  /// Reports if nothing was shown because all packets are of the other end of the link, as in a copy of one end.
  func sayIfOnlyTheOtherEndIsThere(_ side: CaptureSide) {
    guard hasOnlyTheOtherEnd else { return }
    let (wanted, other) = side == .client ? ("client's", CaptureSide.server) : ("server's", .client)
    Headwind.say(
      "\(path): the file has no packets of the \(wanted) end of the link; --side \(other.rawValue) shows its \(packetsLeftOut) packets"
    )
  }

  /// Reports how many packets have unsupported link types. Throws if the file has no other packets.
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
