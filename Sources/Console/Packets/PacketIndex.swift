import Captures
import PacketLines

/// Where the packets of a file are, and what their lines need from earlier packets: 24 bytes for each.
struct PacketIndex: Sendable {
  /// A packet of the file.
  struct Entry: Sendable {
    /// The offset of its record, and in the lowest two bits the kind of its `LineContext`.
    private var place: UInt64
    /// Nanoseconds since 1970.
    let time: Int64
    private let sequence: UInt32
    private let acknowledgment: UInt32

    init(offset: Int, time: Int64, context: LineContext) {
      place = UInt64(offset) << 2 | UInt64(context.kind.rawValue)
      self.time = time
      sequence = context.sequence
      acknowledgment = context.acknowledgment
    }

    var offset: Int { Int(place >> 2) }

    var context: LineContext {
      LineContext(
        kind: LineContext.Kind(rawValue: UInt8(place & 3)) ?? .none, sequence: sequence, acknowledgment: acknowledgment)
    }
  }

  /// What it takes to read a packet again.
  struct Place: Sendable {
    var entry: Entry
    var section: CaptureReader.SectionContext
    /// Its number in the file.
    var number: Int
  }

  /// Small enough that growing costs no copy of the whole index.
  private static let chunk = 1 << 16

  private var chunks: [[Entry]] = []
  private(set) var count = 0
  /// The sections and their interfaces, each with the first row that needs it.
  private var sections: [(row: Int, context: CaptureReader.SectionContext)] = []
  /// The packets' numbers, where those of the other end of a link are left out.
  private var numbers: [UInt32]?

  subscript(row: Int) -> Entry { chunks[row / Self.chunk][row % Self.chunk] }

  func place(of row: Int) -> Place? {
    guard (0..<count).contains(row), let section = section(of: row) else { return nil }
    return Place(entry: self[row], section: section, number: number(of: row))
  }

  private func section(of row: Int) -> CaptureReader.SectionContext? {
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if sections[middle].row <= row { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? sections[low - 1].context : nil
  }

  func number(of row: Int) -> Int { numbers.map { Int($0[row]) } ?? row + 1 }

  /// The row of the packet with this number; nil if there is none.
  func row(of number: Int) -> Int? {
    guard let numbers else { return (1...max(1, count)).contains(number) && count > 0 ? number - 1 : nil }
    let place = numbers.place(of: number)
    return place < numbers.count && Int(numbers[place]) == number ? place : nil
  }

  mutating func append(_ entry: Entry, number: Int) {
    if numbers == nil, number != count + 1 { numbers = (0..<count).map { UInt32($0 + 1) } }
    numbers?.append(UInt32(truncatingIfNeeded: number))
    if count % Self.chunk == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(chunks.count == 1 ? 0 : Self.chunk)
    }
    chunks[chunks.count - 1].append(entry)
    count += 1
  }

  /// Notes what the packets from the next one on need. Call it before the first packet.
  mutating func begin(_ context: CaptureReader.SectionContext) {
    sections.append((count, context))
  }

  /// Notes that the latest section has described more interfaces, so that it is noted once and not with each of them.
  mutating func extendSection(by interfaces: [CaptureInterface]) {
    guard !sections.isEmpty else { return }
    sections[sections.count - 1].context.extend(by: interfaces)
  }
}
