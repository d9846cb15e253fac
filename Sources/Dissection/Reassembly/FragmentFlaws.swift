/// What is wrong with the fragments of a packet, in Wireshark's terms (`ip.fragment.overlap` and its like).
struct FragmentFlaws: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// Bytes came twice.
  static let overlap = FragmentFlaws(rawValue: 1)
  /// Bytes came twice with different content; those of the fragment that begins earlier count, then the first to come.
  static let conflict = FragmentFlaws(rawValue: 2)
  /// Two fragments say that they are the last, and end at different places; the first counts.
  static let multipleTails = FragmentFlaws(rawValue: 4)
  /// A fragment goes on after the end of the packet.
  static let tooLong = FragmentFlaws(rawValue: 8)
}
