import Cryptography
import Wire

/// What JA3 tells clients and servers apart by: the choices in their hellos, values that mean nothing left out (RFC 8701).
struct TLSFingerprint {
  var version: UInt16
  var suites: [UInt16] = []
  var extensions: [UInt16] = []
  var groups: [UInt16] = []
  var formats: [UInt16] = []

  init(version: UInt16) {
    self.version = version
  }

  func add(to tree: inout TreeBuilder, isClient: Bool) {
    let (whole, digest): (FieldID, FieldID) =
      isClient ? (.tlsHandshakeJa3Full, .tlsHandshakeJa3) : (.tlsHandshakeJa3sFull, .tlsHandshakeJa3s)
    guard tree.wants(whole) || tree.wants(digest) else { return }
    let lists = isClient ? [suites, extensions, groups, formats] : [suites, extensions]
    let text = JA3.text(version: version, lists: lists)
    tree.generate(whole, .string(text))
    tree.generate(digest, .string(TextFormat.hex(Digest.md5(Array(text.utf8)))))
  }
}
