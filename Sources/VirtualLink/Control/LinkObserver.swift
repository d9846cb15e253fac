/// Answers requests about a link's packets.
///
/// This module knows no application protocol and no file format. Whoever creates the link supplies an observer.
public protocol LinkObserver: Sendable {
  /// Answers one request, on the thread of the caller. It may wait as long as the request says.
  func answer(_ request: ObservationRequest, from peer: ControlPeer) throws -> ControlReply

  /// Why the capture of the link is incomplete, or nil.
  var captureTrouble: String? { get }

  /// What was inspected and what was not, a line each.
  var inspectionLines: [String] { get }

  /// Records an action on the link, such as a switch.
  func note(_ text: String)
}
