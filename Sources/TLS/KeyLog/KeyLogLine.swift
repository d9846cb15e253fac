public import RecordCiphers

/// One secret of a key log: `LABEL CLIENT_RANDOM SECRET`, the last two in hexadecimal digits.
public struct KeyLogLine: Hashable, Sendable {
  /// Which secret it is.
  public var label: KeyLogLabel
  /// The connection, by its ClientHello's random number.
  public var clientRandom: ClientRandom
  /// The secret itself.
  public var secret: SecretBytes

  /// A line as programs write it.
  public init(label: KeyLogLabel, clientRandom: ClientRandom, secret: SecretBytes) {
    self.label = label
    self.clientRandom = clientRandom
    self.secret = secret
  }

  /// Why a line is no secret.
  public enum Problem: Error, Hashable, Sendable {
    /// It is empty or a comment.
    case nothing
    /// Its label is not one of ``KeyLogLabel``.
    case unknownLabel
    /// It is longer than 8192 bytes.
    case tooLong
    /// It has more or fewer than three words.
    case wrongWordCount(Int)
    /// The client random is not 64 hexadecimal digits.
    case badClientRandom
    /// The secret is not made of pairs of hexadecimal digits, or has a length that its label does not allow.
    case badSecret
  }

  /// No line is longer: an `ECH_CONFIG` has at most 2048 bytes in two digits each.
  static let longest = 1 << 13

  /// - Parameter line: without its end of line.
  public init(_ line: ArraySlice<UInt8>) throws(Problem) {
    guard line.count <= Self.longest else { throw .tooLong }
    let blank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    let words = line.split(omittingEmptySubsequences: true, whereSeparator: blank)
    guard let first = words.first, first.first != UInt8(ascii: "#") else { throw .nothing }
    guard let label = KeyLogLabel(rawValue: String(decoding: first, as: UTF8.self)) else { throw .unknownLabel }
    guard words.count == 3 else { throw .wrongWordCount(words.count) }
    guard let random = Hexadecimal.decode(words[1]).flatMap(ClientRandom.init) else { throw .badClientRandom }
    guard let secret = Hexadecimal.decode(words[2]), label.lengths.contains(secret.count) else { throw .badSecret }
    self.init(label: label, clientRandom: random, secret: SecretBytes(secret))
  }

  /// The line with its line feed, as a key log has it: this is the secret.
  public var encoded: [UInt8] {
    Array(label.rawValue.utf8) + [0x20] + Hexadecimal.encode(clientRandom.bytes) + [0x20]
      + Hexadecimal.encode(secret.bytes) + [0x0A]
  }
}

extension KeyLogLine: CustomStringConvertible {
  public var description: String { "\(label.rawValue) \(clientRandom) \(secret)" }
}

extension KeyLogLine.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .nothing: "no secret"
    case .unknownLabel: "unknown label"
    case .tooLong: "longer than 8192 bytes"
    case .wrongWordCount(let count): "\(count) words, expected 3: label, client random, secret"
    case .badClientRandom: "the client random is not 64 hexadecimal digits"
    case .badSecret: "the secret is not hexadecimal, or its length does not fit its label"
    }
  }
}
