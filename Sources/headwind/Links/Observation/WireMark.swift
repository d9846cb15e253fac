import Wire

/// A moment of a link's traffic, to which later questions refer.
struct WireMark {
  /// From 1; 0 is the beginning.
  var number: Int
  var text: String
  var time: Timestamp
  /// How many frames came before it.
  var frames: Int
  /// What had crossed by then.
  var traffic: TrafficCount
  /// The first frame of the client's view after it.
  var firstFrame: Timestamp?
}
