extension FieldTable {
  /// Teredo.
  static let teredo: [Field] = [
    Field(.teredo, "teredo", .protocol, "Teredo, IPv6 through NATs"),
    Field(.teredoAuth, "teredo.auth", .none, "Authentication"),
    Field(.teredoAuthIdlen, "teredo.auth.idlen", .uint8, "Length of the client's identifier"),
    Field(.teredoAuthAulen, "teredo.auth.aulen", .uint8, "Length of the authentication value"),
    Field(.teredoAuthId, "teredo.auth.id", .bytes, "Client's identifier"),
    Field(.teredoAuthValue, "teredo.auth.value", .bytes, "Value that authenticates"),
    Field(.teredoAuthNonce, "teredo.auth.nonce", .bytes, "Nonce"),
    Field(.teredoAuthConf, "teredo.auth.conf", .bytes, "Confirmation"),
    Field(.teredoOrig, "teredo.orig", .none, "Origin as the relay or server saw it"),
    Field(.teredoOrigPort, "teredo.orig.port", .uint16, "Port of the origin"),
    Field(.teredoOrigAddr, "teredo.orig.addr", .ipv4, "IPv4 address of the origin"),
  ]
}
