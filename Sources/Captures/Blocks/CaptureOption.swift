/// An option of a pcapng block: additional information about a section, an interface or a packet.
///
/// Sources: draft-ietf-opsawg-pcapng section 3.5 and the tables of each block.
public struct CaptureOption: Hashable, Sendable {
  /// The option code. Codes from 2 on have a different meaning in each kind of block.
  public var code: UInt16
  /// The value of at most 65,535 bytes. Its numbers are in little-endian order, whatever the order of the file was.
  public var value: [UInt8]

  /// - Parameter code: as pcapng numbers it.
  public init(code: UInt16, value: [UInt8]) {
    self.code = code
    self.value = value
  }

  /// An option with a text, which is truncated between characters to the length that an option can hold.
  public init(code: UInt16, text: String) {
    self.init(code: code, value: Self.bytes(of: text))
  }

  /// An option with a number.
  public init<Value: FixedWidthInteger>(code: UInt16, _ value: Value) {
    self.init(code: code, value: withUnsafeBytes(of: value.littleEndian) { Array($0) })
  }

  /// The value as text, up to a zero byte if there is one.
  public var text: String { String(decoding: value.prefix { $0 != 0 }, as: UTF8.self) }

  /// The value as a number of at most 64 bits.
  public var number: UInt64 {
    value.prefix(8).enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
  }

  /// A comment. It has the same code in all blocks.
  public static func comment(_ text: String) -> CaptureOption { CaptureOption(code: Code.comment, text: text) }

  private static func bytes(of text: String) -> [UInt8] {
    guard text.utf8.count > 65_535 else { return Array(text.utf8) }
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: 65_535)
    while end.samePosition(in: text.unicodeScalars) == nil {
      end = text.utf8.index(before: end)
    }
    return Array(text.utf8[..<end])
  }
}

extension [CaptureOption] {
  /// The comments among the options.
  public var comments: [String] { filter { $0.code == CaptureOption.Code.comment }.map(\.text) }

  /// A packet's flags, `epb_flags`.
  public var packetFlags: UInt32? {
    first { $0.code == CaptureOption.Code.packetFlags && $0.value.count == 4 }.map {
      UInt32(truncatingIfNeeded: $0.number)
    }
  }
}

extension CaptureOption {
  /// The codes that are used here.
  enum Code {
    static let end: UInt16 = 0
    static let comment: UInt16 = 1
    /// Codes of sections.
    static let application: UInt16 = 4
    /// Codes of interfaces.
    static let interfaceName: UInt16 = 2
    static let interfaceResolution: UInt16 = 9
    static let interfaceFilter: UInt16 = 11
    static let interfaceSystem: UInt16 = 12
    static let interfaceCheckLength: UInt16 = 13
    static let interfaceOffset: UInt16 = 14
    /// Codes of packets.
    static let packetFlags: UInt16 = 2
    static let packetDrops: UInt16 = 4
    /// Codes of interface statistics.
    static let statisticsStart: UInt16 = 2
    static let statisticsEnd: UInt16 = 3
    static let statisticsReceived: UInt16 = 4
    static let statisticsInterfaceDrops: UInt16 = 5
    static let statisticsAccepted: UInt16 = 6
    static let statisticsSystemDrops: UInt16 = 7
    static let statisticsDelivered: UInt16 = 8
    /// Vendor-specific codes for text or bytes. Those in the second set must not be copied into another file.
    static let custom: Set<UInt16> = [2988, 2989, 19372, 19373]
    static let customNotToCopy: Set<UInt16> = [19372, 19373]
  }
}
