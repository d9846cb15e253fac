/// What leads the frames of an interface over a wire, and back to the interface.
protocol FrameDiversion: Sendable {
  /// Leads the frames over the wire. An engine has to run by then.
  func divert() throws(LinkError)
  /// Lets the frames go straight again. What is on the wire still arrives.
  func release() throws(LinkError)
  /// Removes everything that was added. Nothing is on the wire any more.
  func remove()
}

/// An interface whose frames are to be diverted, and the ends of the wire beside it.
struct DivertedInterface: Sendable {
  let facts: InterfaceFacts
  /// Where it is, for errors.
  let place: String
  /// The ends of the wire, which take what the interface's host sends and what its network sends.
  let client: (name: String, index: Int32)
  let farSide: (name: String, index: Int32)
  /// The mark of frames that come from the wire.
  let mark = UInt32.random(in: 1 ... .max)
  /// The frames to divert; empty for all.
  let matches: [PeerMatch]
}
