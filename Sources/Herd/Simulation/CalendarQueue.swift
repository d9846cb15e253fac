internal import HeapModule

/// The clients in the order of their times: a bucket for each interval, which is put in order when its time comes.
///
/// Each client waits for one time only, so the buckets are linked lists without any memory of their own. Clients with equal times are in
/// the order of their numbers, so the order depends on nothing else.
struct CalendarQueue {
  private struct Entry: Comparable {
    var time: Double
    var number: Int32

    static func < (one: Self, other: Self) -> Bool {
      one.time < other.time || (one.time == other.time && one.number < other.number)
    }
  }

  private let start: Double
  private let scale: Double
  private var heads: [Int32]
  private var links: [Int32]
  private var times: [Double]
  private var current = -1
  /// The rest of the current bucket.
  private var rest = Heap<Entry>()

  /// A queue for the times from `start` to `end`; later ones are forgotten.
  init(clients: Int, from start: Double, to end: Double) {
    let width = max((end - start) / 1_000_000, 0.001)
    self.start = start
    scale = 1 / width
    heads = [Int32](repeating: -1, count: Int((end - start) / width) + 1)
    links = [Int32](repeating: -1, count: clients)
    times = [Double](repeating: 0, count: clients)
  }

  mutating func insert(_ number: Int, at time: Double) {
    let bucket = Int((time - start) * scale)
    guard bucket < heads.count else { return }
    if bucket <= current { return rest.insert(Entry(time: time, number: Int32(number))) }
    times[number] = time
    links[number] = heads[bucket]
    heads[bucket] = Int32(number)
  }

  /// Removes the client whose time comes next; nil if there is none.
  mutating func next() -> Int? {
    while true {
      if let entry = rest.popMin() { return Int(entry.number) }
      current += 1
      guard current < heads.count else { return nil }
      var number = heads[current]
      while number >= 0 {
        rest.insert(Entry(time: times[Int(number)], number: number))
        number = links[Int(number)]
      }
    }
  }
}
