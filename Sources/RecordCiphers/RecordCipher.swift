/// What became of the attempt to open a record.
public enum RecordOpening: Hashable, Sendable {
  case opened
  /// The record is not authentic for that sequence number and key.
  case failed
  /// The record is authentic, but the record before it is needed to decrypt it.
  case undecipherable
}

/// Opens the protected records of one direction between two changes of its key.
public protocol RecordCipher: Sendable {
  /// Decrypts a record if it is authentic for that sequence number.
  ///
  /// - Parameters:
  ///   - record: the whole record with its header of five bytes.
  ///   - opened: receives the plaintext; with TLS 1.3 that is a `TLSInnerPlaintext`. If the record was not opened it holds
  ///     nothing of use.
  func open(_ record: Span<UInt8>, sequence: UInt64, into opened: inout OpenedRecord) -> RecordOpening

  /// Whether a record can be opened only after the one before it has passed.
  var isChained: Bool { get }

  /// Takes note of a record that passed.
  mutating func pass(_ record: Span<UInt8>, isAuthentic: Bool)

  /// Takes note that bytes are missing.
  mutating func miss()
}

extension RecordCipher {
  public var isChained: Bool { false }

  public mutating func pass(_ record: Span<UInt8>, isAuthentic: Bool) {}

  public mutating func miss() {}
}

/// The header of a record, `TLSPlaintext` and its like.
enum RecordLayout {
  static let header = 5

  /// The additional data of TLS 1.2 and before: sequence number, type, version and length (RFC 5246 section 6.2.3.3).
  static func additionalData(_ record: Span<UInt8>, sequence: UInt64, length: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 13) { data, count in
      UnsafeMutableRawBufferPointer(data).storeBytes(of: sequence.bigEndian, as: UInt64.self)
      for index in 0..<3 { data[8 + index] = record[index] }
      data[11] = UInt8(truncatingIfNeeded: length >> 8)
      data[12] = UInt8(truncatingIfNeeded: length)
      count = 13
    }
  }
}
