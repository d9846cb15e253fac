/// What became of fragments that are no packet.
public struct FragmentCounts: Hashable, Sendable {
  /// Packets that were given up because others needed the memory, and the bytes of their fragments.
  public package(set) var evictedPackets = 0
  /// The bytes of the fragments of these packets.
  public package(set) var evictedBytes = 0
  /// Whole packets in which bytes came twice with different content.
  public package(set) var conflicts = 0
}
