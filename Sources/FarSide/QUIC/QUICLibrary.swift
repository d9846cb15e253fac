import CQUICServer

/// The libraries that speak QUIC. They are loaded when a server first needs them, so that the command runs without them.
enum QUICLibrary {
  /// The packages of Debian that bring them.
  private static let packages = [
    "libgnutls.so.30": "libgnutls30", "libngtcp2.so.9": "libngtcp2-9",
    "libngtcp2_crypto_gnutls.so.2": "libngtcp2-crypto-gnutls2",
  ]

  /// - Throws: an error that says what is missing, and which package brings it.
  static func load() throws(FarSideError) {
    var library: UnsafePointer<CChar>?
    guard let trouble = hw_quic_load(&library) else { return }
    let name = library.map { String(cString: $0) } ?? ""
    let advice = packages[name].map { "; Debian's package \($0) has it" } ?? ""
    throw FarSideError(action: "serve HTTP/3", reason: String(cString: trouble) + advice)
  }
}
