/// What is wrong with the fragments of a packet, in Wireshark's terms (`ip.fragment.overlap` and its like).
package struct FragmentFlaws: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bytes came twice.
  package static let overlap = FragmentFlaws(rawValue: 1)
  /// Bytes came twice with different content; those of the fragment that begins earlier count, then the first to come.
  package static let conflict = FragmentFlaws(rawValue: 2)
  /// Two fragments say that they are the last, and end at different places; the first counts.
  package static let multipleTails = FragmentFlaws(rawValue: 4)
  /// A fragment goes on after the end of the packet.
  package static let tooLong = FragmentFlaws(rawValue: 8)
}
