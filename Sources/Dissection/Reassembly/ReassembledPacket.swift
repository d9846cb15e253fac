/// A packet whose fragments have all come.
struct ReassembledPacket {
  /// A fragment of it: the frame that it came in, and which bytes it brought.
  struct Piece {
    var frame: Int
    var range: Range<Int>
    var flaws: FragmentFlaws
  }

  /// The payload after the IP header, or after IPv6's fragment header.
  var bytes: [UInt8]
  /// In the order of their offsets.
  var pieces: [Piece]
  /// What is wrong with any of them.
  var flaws: FragmentFlaws
}
