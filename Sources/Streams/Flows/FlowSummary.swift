/// What a capture's conversations came to, and what of them was given up.
public struct FlowSummary: Hashable, Sendable {
  /// How many conversations were seen.
  public package(set) var conversations = 0
  /// In how many of them the packets of only one end were seen, although they show that the other one spoke.
  public package(set) var oneSidedConversations = 0
  /// How many were dropped before their end because the memory was needed, and the waiting bytes that went with them.
  public package(set) var evictedConversations = 0
  /// The bytes of these conversations that still waited for an earlier one.
  public package(set) var evictedBytes = 0
  /// How many conversations the analysis of TCP forgot, and then took for new ones.
  public package(set) var forgottenConversations = 0
  /// How many times one packet is not told of a later one.
  public package(set) var omittedReferences = 0
  /// How many packets had more fields than a tree may have nodes.
  public package(set) var cutTrees = 0
  /// How many bodies were not kept whole because the memory was needed for others.
  public package(set) var cutBodies = 0
  /// How many connections that failed before a request were left out because there were too many.
  public package(set) var omittedFailures = 0
  /// What became of IP fragments whose packet was not made whole.
  public package(set) var fragments = FragmentCounts()
  /// How many bytes were sent again with other content.
  public package(set) var conflicts: Int64 = 0
  /// How many segments were passed over because no receiver would take them.
  public package(set) var strays: Int64 = 0
  /// How often a hole was given up because more waited behind it than may.
  public package(set) var givenUpHoles = 0
  /// The most that was held at one time, in bytes.
  public package(set) var largestHeldBytes = 0
}
