/// A packet whose fragments have all come.
package struct ReassembledPacket {
  /// A fragment of it: the frame that it came in, and which bytes it brought.
  package struct Piece {
    package var frame: Int
    package var range: Range<Int>
    package var flaws: FragmentFlaws
  }

  /// The payload after the IP header, or after IPv6's fragment header.
  package var bytes: [UInt8]
  /// In the order of their offsets.
  package var pieces: [Piece]
  /// What is wrong with any of them.
  package var flaws: FragmentFlaws
}
