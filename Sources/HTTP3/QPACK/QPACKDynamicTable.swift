import Wire

/// The fields that one end entered into its table by its encoder stream (RFC 9204 section 3.2), by their absolute indices.
///
/// The reader of a capture may miss part of the encoder stream. What was entered before is known by its index then, and
/// nothing is known of what came later.
public struct QPACKDynamicTable: Sendable {
  /// What an entry counts besides its name and value (section 3.2.1).
  static let entryOverhead = 32

  struct Entry {
    /// Where the name begins, counted from the first byte ever stored; the value is behind the name.
    var start: Int
    var nameCount: Int32
    var valueCount: Int32
    var hasValidName: Bool
    var hasValidValue: Bool

    var count: Int { Int(nameCount) + Int(valueCount) }
    var size: Int { count + QPACKDynamicTable.entryOverhead }
  }

  /// What is at an index.
  enum Lookup {
    case entry(Entry)
    /// It is in the table, but was not seen, or is more than what is held.
    case unknown
    /// There is no such entry, or not any more.
    case absent
  }

  /// What the table may hold, in octets (section 3.2.2); at first nothing.
  public private(set) var capacity: UInt64 = 0
  /// How many entries were inserted, as far as it is known: the absolute index of the next one.
  public private(set) var insertCount: UInt64 = 0
  /// Whether all of the encoder stream was seen, so that an index beyond the entries is an error.
  public private(set) var isComplete: Bool
  /// What the known entries count, in octets (section 3.2.1).
  public private(set) var size = 0

  /// What is held at most, whatever the capacity is.
  private let memory: Int
  /// Oldest first; those before `first` are gone.
  private var entries: [Entry] = []
  private var first = 0
  /// The names and values of the entries, from `base` of all bytes ever stored.
  private var storage: [UInt8] = []
  private var base = 0

  init(memory: Int, isFromBeginning: Bool) {
    self.memory = memory
    isComplete = isFromBeginning
  }

  /// How many entries are known.
  public var count: Int { entries.count - first }
  var heldBytes: Int { storage.capacity + entries.capacity * MemoryLayout<Entry>.stride }

  /// Says that part of the encoder stream was missed.
  mutating func forget() { isComplete = false }

  /// Sets what the table may hold (section 4.3.1).
  mutating func resize(_ capacity: UInt64) {
    self.capacity = capacity
    evict(for: 0)
  }

  /// Whether an entry of this size fits into the table (section 3.2.2).
  func fits(_ size: Int) -> Bool { UInt64(size) <= capacity }

  /// The entry of an absolute index, the first being 0 (section 3.2.4).
  func entry(_ index: UInt64) -> Lookup {
    guard index < insertCount else { return isComplete ? .absent : .unknown }
    let age = insertCount - index
    if age <= UInt64(count) { return .entry(entries[entries.count - Int(age)]) }
    // Where the table is larger than our memory, it may still have what we have not.
    return isComplete && capacity <= UInt64(memory) ? .absent : .unknown
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

  /// Enters a field whose name and value are one after the other in `bytes`, and which `fits`.
  mutating func insert(_ bytes: [UInt8], nameCount: Int, hasValidName: Bool, hasValidValue: Bool) {
    insertCount += 1
    let size = bytes.count + Self.entryOverhead
    evict(for: size)
    // An entry that is larger than our memory has made us forget all others, and is not known either.
    guard size <= bound else { return }
    entries.append(
      Entry(
        start: base + storage.count, nameCount: Int32(nameCount), valueCount: Int32(bytes.count - nameCount),
        hasValidName: hasValidName, hasValidValue: hasValidValue))
    storage += bytes
    self.size += size
  }

  private var bound: Int { capacity < UInt64(memory) ? Int(capacity) : memory }

  /// Drops the oldest entries until there is room for `more` octets (section 3.2.2).
  private mutating func evict(for more: Int) {
    let bound = bound
    while size > bound - more, first < entries.count {
      size -= entries[first].size
      first += 1
    }
    compact()
  }

  /// Gives back the room of entries that are gone, once they are more than those that are left.
  private mutating func compact() {
    guard first == entries.count || (first > 32 && first > entries.count / 2) else { return }
    let start = first < entries.count ? entries[first].start - base : storage.count
    entries.removeFirst(first)
    storage.removeFirst(start)
    base += start
    first = 0
  }
}
