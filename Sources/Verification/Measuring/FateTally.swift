import VirtualLink

/// Counts what became of the packets of a probe.
struct FateTally {
  var sent: Int
  /// Frames that arrived, including copies.
  var arrived = 0
  /// Packets of which at least one frame arrived.
  var distinct = 0
  /// Packets that arrived more than once.
  var twice = 0
  var corrupted = 0
  var marked = 0
  /// Packets that first arrived sooner than a bound.
  var overtaken = 0

  /// - Parameter overtakesBelow: the bound in ms, or nil for none.
  init(_ record: ProbeRecord, overtakesBelow: Double?) {
    sent = record.sent.count
    var counts = [UInt8](repeating: 0, count: sent)
    for arrival in record.arrivals where counts.indices.contains(arrival.number) {
      arrived += 1
      if arrival.isCorrupted { corrupted += 1 }
      if arrival.isMarked { marked += 1 }
      if counts[arrival.number] == 0 {
        distinct += 1
        let delay = Double(arrival.time - record.sent[arrival.number]) / 1e6
        if let overtakesBelow, delay < overtakesBelow { overtaken += 1 }
      }
      if counts[arrival.number] == 1 { twice += 1 }
      counts[arrival.number] = min(counts[arrival.number], 254) + 1
    }
  }

  var missing: Int { sent - distinct }
}
