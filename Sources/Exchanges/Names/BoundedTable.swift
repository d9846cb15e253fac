import DequeModule

/// A dictionary that forgets its oldest keys when there are too many.
struct BoundedTable<Key: Hashable, Value> {
  private let limit: Int
  private var values: [Key: Value] = [:]
  private var order: Deque<Key> = []

  init(limit: Int) {
    self.limit = limit
  }

  subscript(key: Key) -> Value? {
    get { values[key] }
    set {
      guard let newValue else { return values[key] = nil }
      if values.updateValue(newValue, forKey: key) == nil {
        order.append(key)
        while order.count > limit, let oldest = order.popFirst() { values[oldest] = nil }
      }
    }
  }

  mutating func removeValue(forKey key: Key) -> Value? { values.removeValue(forKey: key) }
}
