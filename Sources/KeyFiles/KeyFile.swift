internal import NIOSSL
public import RecordCiphers
public import TLS

/// What the user has for decrypting TLS: a key log, or the private key of a server, which opens connections of TLS 1.2 and before that
/// use RSA key exchange (RFC 5246 section 7.4.7.1).
///
/// Keys may be in PEM, in DER (PKCS #1, PKCS #8), or in a PKCS #12 file, encrypted or not.
public enum KeyFile: Sendable {
  case keyLog(KeyLog)
  /// Private keys that are yet to be read, perhaps with a password.
  case keys(PrivateKeyFile)

  /// Recognizes the kind of a file by its contents. A key log is read at once.
  /// - Throws: `KeyFileProblem` if it is neither.
  public init(_ bytes: [UInt8]) throws(KeyFileProblem) {
    if bytes.first == 0x30 {
      self = .keys(PrivateKeyFile(bytes, isText: false))
      return
    }
    if PEMBlocks.isBegun(by: bytes) {
      self = .keys(PrivateKeyFile(bytes, isText: true))
      return
    }
    let log = KeyLog()
    guard log.add(bytes).added > 0 else { throw .nothing }
    self = .keyLog(log)
  }
}

/// Private keys in PEM, DER or PKCS #12.
public struct PrivateKeyFile: Sendable {
  /// No file of private keys is larger.
  private static let most = 16 << 20

  private let bytes: [UInt8]
  private let isText: Bool

  init(_ bytes: [UInt8], isText: Bool) {
    self.bytes = bytes
    self.isText = isText
  }

  /// The RSA keys of the file; at least one.
  /// - Parameter password: what encrypted keys are decrypted with; nil tries the empty one.
  public func keys(password: KeyPassword?) throws(KeyFileProblem) -> [RSAKey] {
    guard bytes.count <= Self.most else { throw .tooLarge }
    if !isText, let key = RSAKey(der: bytes) { return [key] }
    let blocks =
      isText ? try PEMBlocks.privateKeys(in: bytes) : try PKCS12File.privateKeys(in: bytes, password: password)
    var keys: [RSAKey] = []
    for block in blocks {
      if let key = RSAKey(der: try Self.der(of: block, password)) { keys.append(key) }
    }
    guard !keys.isEmpty else { throw .noRSAKey }
    return keys
  }

  /// The key of a block of PEM, in DER and decrypted.
  private static func der(of block: PEMBlock, _ password: KeyPassword?) throws(KeyFileProblem) -> [UInt8] {
    do {
      let key = try NIOSSLPrivateKey(bytes: Array(block.text.utf8), format: .pem) { $0(password?.bytes ?? []) }
      return try key.derBytes
    } catch {
      guard block.isEncrypted else { throw .broken }
      throw password == nil ? .passwordNeeded : .cannotDecrypt
    }
  }
}

/// The password of a file with private keys.
public struct KeyPassword: Sendable {
  let bytes: [UInt8]

  /// The first line of a file that holds a password.
  /// - Returns: nil if it is not one to 1,000 ASCII characters.
  public init?(line file: [UInt8]) {
    var line = file.prefix { $0 != 0x0A }
    if line.last == 0x0D { line.removeLast() }
    guard (1...1000).contains(line.count), line.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
    bytes = Array(line)
  }
}

extension KeyPassword: CustomStringConvertible, CustomReflectable {
  public var description: String { "<password>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension PrivateKeyFile: CustomStringConvertible, CustomReflectable {
  public var description: String { "<file of private keys>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Why nothing can be decrypted with a file.
public enum KeyFileProblem: Error, Hashable, Sendable {
  /// No line of it is a secret, and it does not look like a private key.
  case nothing
  /// It has keys of other kinds only, or certificates only.
  case noRSAKey
  case broken
  case tooLarge
  case passwordNeeded
  /// The password is wrong, or the file uses a cipher that is not read.
  case cannotDecrypt
}
