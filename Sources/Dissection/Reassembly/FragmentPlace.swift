/// Where a fragment belongs in its packet.
struct FragmentPlace {
  /// In bytes.
  var offset: Int
  var more: Bool
}
