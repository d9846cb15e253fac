/// What a capture's conversations came to, and what of them was given up.
public struct FlowSummary: Hashable, Sendable {
  /// How many conversations were seen.
  public internal(set) var conversations = 0
  /// How many were dropped before their end because the memory was needed, and the waiting bytes that went with them.
  public internal(set) var evictedConversations = 0
  public internal(set) var evictedBytes = 0
  /// How many conversations the analysis of TCP forgot, and then took for new ones.
  public internal(set) var forgottenConversations = 0
  /// How many times one packet is not told of a later one.
  public internal(set) var omittedReferences = 0
  /// How many packets had more fields than a tree may have nodes.
  public var cutTrees = 0
  /// How many bodies were not kept whole because the memory was needed for others.
  public internal(set) var cutBodies = 0
  /// What became of IP fragments whose packet was not made whole.
  public internal(set) var fragments = FragmentCounts()
  /// How many bytes were sent again with other content.
  public internal(set) var conflicts: Int64 = 0
  /// How many segments were passed over because no receiver would take them.
  public internal(set) var strays: Int64 = 0
  /// How often a hole was given up because more waited behind it than may.
  public internal(set) var givenUpHoles = 0
  /// The most that was held at one time, in bytes.
  public internal(set) var largestHeldBytes = 0
}
