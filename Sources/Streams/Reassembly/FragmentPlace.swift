/// Where a fragment belongs in its packet.
package struct FragmentPlace {
  /// In bytes.
  package var offset: Int
  package var more: Bool

  package init(offset: Int, more: Bool) {
    self.offset = offset
    self.more = more
  }
}
