internal import Cryptography

/// Seals the packets of one direction of QUIC version 1 with AES-128-GCM (RFC 9001 section 5): for captures that are made, whose secrets
/// are known.
package struct PacketSealer {
  private let cipher: AuthenticatedCipher
  private let mask: HeaderMask
  private let vector: (first: UInt32, second: UInt64)
  private var number: UInt64 = 0

  /// - Parameter secret: of the direction and the kind of packets.
  package init(_ secret: SecretBytes) {
    func derive(_ label: String, _ length: Int) -> [UInt8] {
      KeyDerivation.expand(secret, label: "quic " + label, length: length, hash: .sha256).bytes
    }
    guard let cipher = AuthenticatedCipher(.aesGCM, key: derive("key", 16), .sealing),
      let mask = HeaderMask(.aes, key: derive("hp", 16))
    else { fatalError("no AES-128") }
    self.cipher = cipher
    self.mask = mask
    let bytes = derive("iv", 12)
    vector = (bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) }, bytes[4...].reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// The secret of a direction's Initial packets.
  package static func initialSecret(_ id: [UInt8], _ label: String) -> SecretBytes {
    let salt: [UInt8] = [
      0x38, 0x76, 0x2C, 0xF7, 0xF5, 0x59, 0x34, 0xB3, 0x4D, 0x17, 0x9A, 0xE6, 0xA4, 0xC8, 0x0C, 0xAD, 0xCC, 0xBB, 0x7F,
      0x0A,
    ]
    return KeyDerivation.expand(
      KeyDerivation.extract(salt: salt, id, hash: .sha256), label: label, length: 32, hash: .sha256)
  }

  /// - Parameters:
  ///   - type: the bits of a long header's type; nil for a short header.
  ///   - phase: the key phase bit of a short header.
  ///   - hasFixedBit: false clears the bit that RFC 9287 lets senders clear.
  package mutating func seal(
    _ content: [UInt8], type: UInt8?, destination: [UInt8], source: [UInt8], phase: Bool = false,
    hasFixedBit: Bool = true
  ) -> [UInt8] {
    var plain = content
    while plain.count < 4 { plain.append(0) }
    let length = plain.count + 2 + 16
    var header: [UInt8]
    if let type {
      header = [0xC1 | type << 4, 0, 0, 0, 1, UInt8(destination.count)] + destination + [UInt8(source.count)] + source
      if type == 0 { header.append(0) }
      header += [0x40 | UInt8(length >> 8), UInt8(length & 0xFF)]
    } else {
      header = [0x41 | (phase ? 4 : 0)] + destination
    }
    if !hasFixedBit { header[0] &= ~0x40 }
    let place = header.count
    header += [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    let nonce = (vector.first, vector.second ^ number)
    number += 1
    guard let sealed = cipher.seal(plain, nonce: nonce, authenticating: header) else { fatalError("cannot seal") }
    var packet = header + sealed
    guard let bits = mask(packet.span.extracting(place + 4..<place + 20)) else { return packet }
    packet[0] ^= UInt8(truncatingIfNeeded: bits >> 32) & (type == nil ? 0x1F : 0x0F)
    packet[place] ^= UInt8(truncatingIfNeeded: bits >> 24)
    packet[place + 1] ^= UInt8(truncatingIfNeeded: bits >> 16)
    return packet
  }
}
