@testable import QUIC
import RecordCiphers
import Streams
import TLS
import TestSupport
import Testing
import Wire

/// The samples of RFC 9001 appendix A and RFC 9369 appendix A.
struct PublishedVectorTests {
  private static let id = QUICConnectionID([0x83, 0x94, 0xC8, 0xF0, 0x3E, 0x51, 0x57, 0x08])

  private static func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits.utf8.filter { $0 > 0x20 })
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }

  private static func isAuthentic(
    _ header: QUICPacketHeader, _ packet: [UInt8], original: QUICConnectionID
  ) -> Bool {
    RetryIntegrity.isAuthentic(header, packet.span, original: original)
  }

  /// The secrets that a connection ID gives.
  private static func secret(_ version: QUICVersion, _ label: String) throws -> SecretBytes {
    let id = try #require(id)
    let initial = KeyDerivation.extract(salt: version.initialSalt, id.bytes, hash: .sha256)
    return KeyDerivation.expand(initial, label: label, length: 32, hash: .sha256)
  }

  private static func part(_ version: QUICVersion, _ label: String, _ part: String, _ length: Int) throws -> [UInt8] {
    KeyDerivation.expand(
      try secret(version, label), label: version.labelPrefix + part, length: length, hash: .sha256
    ).bytes
  }

  /// RFC 9001 appendix A.1.
  @Test func keysOfVersion1() throws {
    #expect(
      try Self.secret(.v1, "client in").bytes
        == Self.bytes("c00cf151ca5be075ed0ebfb5c80323c42d6b7db67881289af4008f1f6c357aea"))
    #expect(try Self.part(.v1, "client in", "key", 16) == Self.bytes("1f369613dd76d5467730efcbe3b1a22d"))
    #expect(try Self.part(.v1, "client in", "iv", 12) == Self.bytes("fa044b2f42a3fd3b46fb255c"))
    #expect(try Self.part(.v1, "client in", "hp", 16) == Self.bytes("9f50449e04a0e810283a1e9933adedd2"))
    #expect(
      try Self.secret(.v1, "server in").bytes
        == Self.bytes("3c199828fd139efd216c155ad844cc81fb82fa8d7446fa7d78be803acdda951b"))
    #expect(try Self.part(.v1, "server in", "key", 16) == Self.bytes("cf3a5331653c364c88f0f379b6067e37"))
    #expect(try Self.part(.v1, "server in", "iv", 12) == Self.bytes("0ac1493ca1905853b0bba03e"))
    #expect(try Self.part(.v1, "server in", "hp", 16) == Self.bytes("c206b8d9b9f0f37644430b490eeaa314"))
  }

  /// RFC 9369 appendix A.1.
  @Test func keysOfVersion2() throws {
    #expect(
      try Self.secret(.v2, "client in").bytes
        == Self.bytes("14ec9d6eb9fd7af83bf5a668bc17a7e283766aade7ecd0891f70f9ff7f4bf47b"))
    #expect(try Self.part(.v2, "client in", "key", 16) == Self.bytes("8b1a0bc121284290a29e0971b5cd045d"))
    #expect(try Self.part(.v2, "client in", "iv", 12) == Self.bytes("91f73e2351d8fa91660e909f"))
    #expect(try Self.part(.v2, "client in", "hp", 16) == Self.bytes("45b95e15235d6f45a6b19cbcb0294ba9"))
    #expect(
      try Self.secret(.v2, "server in").bytes
        == Self.bytes("0263db1782731bf4588e7e4d93b7463907cb8cd8200b5da55a8bd488eafc37c1"))
    #expect(try Self.part(.v2, "server in", "key", 16) == Self.bytes("82db637861d55e1d011f19ea71d5d2a7"))
    #expect(try Self.part(.v2, "server in", "iv", 12) == Self.bytes("dd13c276499c0249d3310652"))
    #expect(try Self.part(.v2, "server in", "hp", 16) == Self.bytes("edf6d05c83121201b436e16877593c3a"))
  }

  /// RFC 9001 appendix A.2 and RFC 9369 appendix A.2: a client's Initial, whose keys and ClientHello are read from the datagram alone.
  @Test(arguments: [("v1", QUICVersion.v1, UInt8(0xC3)), ("v2", .v2, 0xD3)])
  func clientInitial(_ name: String, _ version: QUICVersion, _ firstByte: UInt8) throws {
    let file = try Files.read(Fixtures.path("published-initial-\(name).hex"))
    let packet = Self.bytes(String(decoding: file, as: UTF8.self))
    #expect(packet.count == 1200)
    let id = try #require(Self.id)
    let keys = try #require(InitialKeys(version, id))
    let header = try QUICPacketHeader(long: packet.span, at: 0)
    #expect(header.type == .initial)
    let found = PacketOpener.unmask(header, packet.span, keys.client, largest: nil)
    let unmasked = try #require(found)
    #expect(unmasked.firstByte == firstByte)
    #expect(unmasked.number == 2)
    var opener = PacketOpener()
    let isAuthentic = opener.open(header, unmasked, packet.span, keys.client)
    #expect(isAuthentic)
    let plain = QUICLog.copy(opener.plaintext.bytes)
    #expect(
      plain.prefix(245)
        == Self.bytes(
          """
          060040f1010000ed0303ebf8fa56f12939b9584a3896472ec40bb863cfd3e86804fe3a47f06a2b69484c00000413011302010000c0
          00000010000e00000b6578616d706c652e636f6dff01000100000a00080006001d0017001800100007000504616c706e0005000501
          00000000003300260024001d00209370b2c9caa47fbabaf4559fedba753de171fa71f50f1ce15d43e994ec74d748002b0003020304
          000d0010000e0403050306030203080408050806002d00020101001c00024001003900320408ffffffffffffffff05048000ffff07
          048000ffff0801100104800075300901100f088394c8f03e51570806048000ffff
          """)[...])
    #expect(plain.count == 1162 && plain.dropFirst(245).allSatisfy { $0 == 0 })
  }

  /// RFC 9001 appendix A.3 and RFC 9369 appendix A.3: a server's Initial.
  @Test(arguments: [
    (
      QUICVersion.v1, UInt8(0xC1),
      """
      cf000000010008f067a5502a4262b5004075c0d95a482cd0991cd25b0aac406a
      5816b6394100f37a1c69797554780bb38cc5a99f5ede4cf73c3ec2493a1839b3
      dbcba3f6ea46c5b7684df3548e7ddeb9c3bf9c73cc3f3bded74b562bfb19fb84
      022f8ef4cdd93795d77d06edbb7aaf2f58891850abbdca3d20398c276456cbc4
      2158407dd074ee
      """
    ),
    (
      .v2, 0xD1,
      """
      dc6b3343cf0008f067a5502a4262b5004075d92faaf16f05d8a4398c47089698
      baeea26b91eb761d9b89237bbf87263017915358230035f7fd3945d88965cf17
      f9af6e16886c61bfc703106fbaf3cb4cfa52382dd16a393e42757507698075b2
      c984c707f0a0812d8cd5a6881eaf21ceda98f4bd23f6fe1a3e2c43edd9ce7ca8
      4bed8521e2e140
      """
    ),
  ])
  func serverInitial(_ version: QUICVersion, _ firstByte: UInt8, _ digits: String) throws {
    let packet = Self.bytes(digits)
    let id = try #require(Self.id)
    let keys = try #require(InitialKeys(version, id))
    let header = try QUICPacketHeader(long: packet.span, at: 0)
    #expect(header.type == .initial)
    #expect(header.sourceID.description == "f067a5502a4262b5")
    let found = PacketOpener.unmask(header, packet.span, keys.server, largest: nil)
    let unmasked = try #require(found)
    #expect(unmasked.firstByte == firstByte)
    #expect(unmasked.number == 1)
    var opener = PacketOpener()
    let isAuthentic = opener.open(header, unmasked, packet.span, keys.server)
    #expect(isAuthentic)
    let plain = QUICLog.copy(opener.plaintext.bytes)
    #expect(plain.starts(with: Self.bytes("02000000000600405a020000560303eefce7f7b37ba1d1632e96677825ddf739")))
    #expect(plain.count == 99)
    var changed = packet
    changed[60] ^= 1
    let isChangedAuthentic = opener.open(header, unmasked, changed.span, keys.server)
    #expect(!isChangedAuthentic)
  }

  /// RFC 9001 appendix A.4: a Retry packet.
  @Test func retryPacket() throws {
    let id = try #require(Self.id)
    var packet = Self.bytes("ff000000010008f067a5502a4262b5746f6b656e04a265ba2eff4d829058fb3f0f2496ba")
    let header = try QUICPacketHeader(long: packet.span, at: 0)
    #expect(header.type == .retry)
    #expect(String(decoding: packet[header.token], as: UTF8.self) == "token")
    #expect(Self.isAuthentic(header, packet, original: id))
    #expect(!Self.isAuthentic(header, packet, original: QUICConnectionID()))
    packet[20] ^= 1
    #expect(!Self.isAuthentic(header, packet, original: id))
  }

  /// RFC 9369 appendix A.4.
  @Test func retryPacketOfVersion2() throws {
    let packet = Self.bytes("cf6b3343cf0008f067a5502a4262b5746f6b656ec8646ce8bfe33952d955543665dcc7b6")
    let id = try #require(Self.id)
    let header = try QUICPacketHeader(long: packet.span, at: 0)
    #expect(header.type == .retry)
    #expect(Self.isAuthentic(header, packet, original: id))
  }

  /// RFC 9001 appendix A.5: ChaCha20-Poly1305 with a short header, and the secret after a key update.
  @Test func chaCha20() throws {
    let secret = SecretBytes(Self.bytes("9ac312a7f877468ebe69422748ad00a15443f18203a07d6060f688f30f21632b"))
    let keys = try #require(PacketKeys(CipherSuite(rawValue: 0x1303), .v1, secret: secret))
    let packet = Self.bytes("4cfe4189655e5cd55c41f69080575d7999c25a5bfb")
    let header = try QUICPacketHeader(short: packet.span, at: 0, destinationIDLength: 0)
    let found = PacketOpener.unmask(header, packet.span, keys, largest: 654_360_560)
    let unmasked = try #require(found)
    #expect(unmasked.number == 654_360_564)
    #expect(unmasked.firstByte == 0x42)
    var opener = PacketOpener()
    let isAuthentic = opener.open(header, unmasked, packet.span, keys)
    #expect(isAuthentic)
    #expect(QUICLog.copy(opener.plaintext.bytes) == [0x01])
    #expect(
      KeyDerivation.expand(secret, label: "quic ku", length: 32, hash: .sha256).bytes
        == Self.bytes("1223504755036d556342ee9361d253421a826c9ecdf3c7148684b36b714881f9"))
  }

  /// RFC 9369 appendix A.5.
  @Test func chaCha20OfVersion2() throws {
    let secret = SecretBytes(Self.bytes("9ac312a7f877468ebe69422748ad00a15443f18203a07d6060f688f30f21632b"))
    let keys = try #require(PacketKeys(CipherSuite(rawValue: 0x1303), .v2, secret: secret))
    let packet = Self.bytes("5558b1c60ae7b6b932bc27d786f4bc2bb20f2162ba")
    let header = try QUICPacketHeader(short: packet.span, at: 0, destinationIDLength: 0)
    let found = PacketOpener.unmask(header, packet.span, keys, largest: 654_360_560)
    let unmasked = try #require(found)
    #expect(unmasked.number == 654_360_564)
    var opener = PacketOpener()
    let isAuthentic = opener.open(header, unmasked, packet.span, keys)
    #expect(isAuthentic)
    #expect(QUICLog.copy(opener.plaintext.bytes) == [0x01])
  }
}
