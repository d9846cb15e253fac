/// What a path does to the packets that pass, before the place where they are captured and behind it. Shares in percent.
struct NetworkConditions {
  /// Lost before the capture: the segment is seen once, late.
  var lossBefore = 0
  /// Lost behind it: the segment is seen twice.
  var lossBehind = 0
  var duplication = 0
  /// Held up, so that later ones overtake them.
  var reordering = 0
  /// Arrived, but not captured.
  var unseen = 0
  /// How often a segment that is sent again begins or ends elsewhere.
  var recutting = 50

  static let clean = NetworkConditions()
  static let lossy = NetworkConditions(lossBefore: 8, lossBehind: 8)
  static let disordered = NetworkConditions(duplication: 10, reordering: 20)
  static let bad = NetworkConditions(lossBefore: 6, lossBehind: 6, duplication: 8, reordering: 15, recutting: 80)
  static let uncaptured = NetworkConditions(unseen: 4)
}
