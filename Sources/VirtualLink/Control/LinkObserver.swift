/// Answers what is asked about a link's packets.
///
/// This room knows no protocol of applications and no file format: whoever makes the link puts an observer in.
public protocol LinkObserver: Sendable {
  /// Answers one request, on the thread of whoever asks; may wait as long as the request says.
  func answer(_ request: ObservationRequest, from peer: ControlPeer) throws -> ControlReply

  /// Why the capture that the link was made with is not whole, or nil.
  var captureTrouble: String? { get }

  /// Notes that something was done to the link.
  func note(_ text: String)
}
