import LinkConditions

/// What a forwarder is made from.
struct EngineSetup: Sendable {
  let clientSide: PacketSocket
  let farSide: PacketSocket
  let timeline: Timeline
  let seed: RunSeed
  let tap: (any PacketTap)?
  let board: ProfileBoard
}
