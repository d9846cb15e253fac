import Streams

/// A word of the user's that a number means a protocol: `tcp.port==9000,http`.
public struct DecodeAs: Hashable, Sendable, CustomStringConvertible {
  /// Why such a word is not understood.
  public struct Failure: Error, CustomStringConvertible {
    public var description: String
  }

  /// Whose numbers they are.
  public let table: DissectorTables.Table
  /// The numbers.
  public let numbers: ClosedRange<UInt32>
  /// The protocol that they are read as.
  public let name: String

  /// Reads Wireshark's form: a table, `==`, a number or a range `1-5`, a comma, and a protocol.
  public init(_ text: String) throws(Failure) {
    let halves = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: "=", omittingEmptySubsequences: true)
    guard halves.count == 2, halves[0].contains("=="), parts.count == 2 else {
      throw Failure(description: "'\(text)' is not of the form tcp.port==9000,http")
    }
    let tables = DissectorTables.Table.allCases.map(\.rawValue)
    guard let table = DissectorTables.Table(rawValue: String(parts[0])) else {
      throw Failure(description: "there is no table '\(parts[0])'; there are \(tables.joined(separator: ", "))")
    }
    let ends = parts[1].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(Self.number)
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last, last <= table.largest else {
      throw Failure(
        description: "'\(parts[1])' is no number or range of \(table.rawValue), which goes to \(table.largest)")
    }
    let names = DissectorTables.names(for: table)
    guard names.contains(String(halves[1])) else {
      throw Failure(
        description:
          "\(table.rawValue) cannot be decoded as '\(halves[1])'; there are \(names.sorted().joined(separator: ", "))")
    }
    self.table = table
    numbers = first...last
    name = String(halves[1])
  }

  /// As Wireshark writes it.
  public var description: String {
    let range = numbers.count == 1 ? "\(numbers.lowerBound)" : "\(numbers.lowerBound)-\(numbers.upperBound)"
    return "\(table.rawValue)==\(range),\(name)"
  }

  private static func number(_ text: Substring) -> UInt32? {
    text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
  }
}

extension DissectorTables {
  /// The protocols that numbers of a table can be decoded as.
  public static func names(for table: Table) -> [String] {
    guard table == .tcpPort else { return Array(dissectors(for: table).keys) }
    return ["http", "http2", "tls", "websocket", "json", "data"] + ProtocolRegistry.framings.map(\.dissector.name)
  }

  private static func dissectors(for table: Table) -> [String: Dissector] {
    let declared = ProtocolRegistry.entries(table).map { ($0.dissector.name, $0.dissector) }
    return Dictionary(declared + [(data.name, data)], uniquingKeysWith: { first, _ in first })
  }

  private static let data = Dissector("data") { (tree, bytes, start) throws(DissectionStop) in tree.data(bytes, start) }

  /// The tables with the user's words, which go before everything else, the last one first.
  public init(_ words: [DecodeAs]) {
    self.init()
    for word in words { decode(as: word) }
  }

  /// Takes the user's word, which goes before everything else.
  public mutating func decode(as word: DecodeAs) {
    if word.table == .tcpPort {
      guard let application = StreamApplication(decodeAs: word.name) else { return }
      for port in word.numbers { applications[UInt16(truncatingIfNeeded: port)] = application }
    } else if let dissector = Self.dissectors(for: word.table)[word.name] {
      for number in word.numbers { override(word.table, number, with: dissector) }
    }
  }
}

extension DissectorTables.Table {
  /// The largest number that the field holds.
  var largest: UInt32 { self == .ipProtocol ? 255 : 65_535 }
}
