/// A dictionary of bounded size: the entry that was added first is forgotten first.
struct RecentEntries<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]
  private var order: [Key] = []
  private var oldest = 0
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { values.isEmpty }

  subscript(key: Key) -> Value? {
    get { values[key] }
    set {
      guard let newValue else {
        values[key] = nil
        return
      }
      if values.updateValue(newValue, forKey: key) == nil { remember(key) }
    }
  }

  private mutating func remember(_ key: Key) {
    guard order.count >= limit else {
      order.append(key)
      return
    }
    // It may have been removed, or be the very key that was added again.
    if order[oldest] != key { values[order[oldest]] = nil }
    order[oldest] = key
    oldest = (oldest + 1) % limit
  }
}
