import Wire

/// The fields that one end entered into its table, newest first (RFC 7541 section 2.3.2), as far as they are known.
///
/// The reader of a capture may miss fields that were entered: all before the capture began, or those in a gap. The newest
/// fields are known then, up to some index, and nothing is known of what is beyond.
public struct HPACKDynamicTable: Sendable {
  /// What an entry counts besides its name and value (section 4.1).
  static let entryOverhead = 32
  /// The size that a table has at first (RFC 9113 section 6.5.2).
  public static let defaultCapacity = 4096

  struct Entry {
    /// Where the name begins, counted from the first byte ever stored; the value is behind the name.
    var start: Int
    var nameCount: Int32
    var valueCount: Int32
    var isNameKnown: Bool
    var isValueKnown: Bool
    var hasValidName: Bool
    var hasValidValue: Bool

    var count: Int { Int(nameCount) + Int(valueCount) }
  }

  /// What the table may hold (section 4.2); nil where a change of it may have been missed.
  public private(set) var capacity: Int?
  /// Whether every entry is known, so that an index beyond them is an error.
  public private(set) var isComplete: Bool
  /// What the known entries count, in octets (section 4.1).
  public private(set) var size = 0
  /// What is held at most, whatever the capacity is.
  private let memory: Int
  /// Oldest first; those before `first` are gone.
  private var entries: [Entry] = []
  private var first = 0
  /// The names and values of the entries, from `base` of all bytes ever stored.
  private var storage: [UInt8] = []
  private var base = 0
  /// How many entries have a name or a value that is not known, so that `size` is too small.
  private var inexactCount = 0

  init(memory: Int, isFromBeginning: Bool) {
    self.memory = memory
    isComplete = isFromBeginning
    capacity = isFromBeginning ? Self.defaultCapacity : nil
  }

  /// How many entries are known.
  public var count: Int { entries.count - first }
  var heldBytes: Int { storage.capacity + entries.capacity * MemoryLayout<Entry>.stride }

  /// Forgets all entries: some may have been entered that were not seen.
  mutating func forget() {
    clear()
    isComplete = false
    capacity = nil
  }

  /// Sets what the table may hold. A table of nothing is known whatever was in it.
  mutating func resize(_ capacity: Int) {
    self.capacity = capacity
    if capacity == 0 {
      clear()
      isComplete = true
    }
    evict(for: 0)
  }

  /// The entry of an index from 1, the newest; nil if it is not known.
  func entry(_ index: Int) -> Entry? {
    guard index >= 1, index <= count else { return nil }
    return entries[entries.count - index]
  }

  /// Appends the bytes of an entry's name.
  func copyName(_ entry: Entry, to bytes: inout [UInt8]) {
    let start = entry.start - base
    bytes += storage[start..<start + Int(entry.nameCount)]
  }

  /// Appends the bytes of an entry's value.
  func copyValue(_ entry: Entry, to bytes: inout [UInt8]) {
    let start = entry.start - base + Int(entry.nameCount)
    bytes += storage[start..<start + Int(entry.valueCount)]
  }

  /// Enters a field that was just read into `bytes`.
  mutating func insert(_ field: HPACKField, _ bytes: [UInt8]) {
    let isExact = field.isNameKnown && field.isValueKnown
    let count = field.name.count + field.value.count
    evict(for: count + Self.entryOverhead)
    guard count + Self.entryOverhead <= bound else {
      // An entry larger than the table empties it (section 4.4); one larger than our memory only makes it unknown.
      clear()
      if let capacity, count + Self.entryOverhead > capacity { isComplete = true } else { isComplete = false }
      return
    }
    let start = base + storage.count
    storage += bytes[field.name]
    storage += bytes[field.value]
    entries.append(
      Entry(
        start: start, nameCount: Int32(field.name.count), valueCount: Int32(field.value.count),
        isNameKnown: field.isNameKnown, isValueKnown: field.isValueKnown, hasValidName: field.hasValidName,
        hasValidValue: field.hasValidValue))
    size += count + Self.entryOverhead
    if !isExact {
      inexactCount += 1
      isComplete = false
    }
  }

  private var bound: Int { min(capacity ?? memory, memory) }

  private mutating func clear() {
    entries.removeAll(keepingCapacity: true)
    storage.removeAll(keepingCapacity: true)
    (first, size, base, inexactCount) = (0, 0, 0, 0)
  }

  /// Drops the oldest entries until there is room for `more` octets (section 4.3).
  private mutating func evict(for more: Int) {
    let bound = bound
    while size > bound - more, first < entries.count {
      let entry = entries[first]
      first += 1
      size -= entry.count + Self.entryOverhead
      if !entry.isNameKnown || !entry.isValueKnown { inexactCount -= 1 }
      // What drops a known entry has dropped all that are older and unknown, unless it is our memory that is too small.
      isComplete = capacity.map { $0 <= memory } ?? false && inexactCount == 0
    }
    compact()
  }

  /// Gives back the room of entries that are gone, once they are more than those that are left.
  private mutating func compact() {
    guard first > 32, first > entries.count / 2 else { return }
    let start = first < entries.count ? entries[first].start - base : storage.count
    entries.removeFirst(first)
    storage.removeFirst(start)
    base += start
    first = 0
  }
}
