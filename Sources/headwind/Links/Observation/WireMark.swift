import Wire

/// A moment in a link's traffic, to which later requests refer.
struct WireMark {
  /// The number, from 1; 0 is the beginning.
  var number: Int
  var text: String
  var time: Timestamp
  /// The number of frames before it.
  var frames: Int
  /// The traffic before it.
  var traffic: TrafficCount
  /// The time of the first frame after it, in the client's view.
  var firstFrame: Timestamp?
}
