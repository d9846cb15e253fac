extension FieldTable {
  /// HTTP exchanges: fields of our own, which only filters of `headwind http` find.
  static let exchange: [Field] = [
    Field(.exchange, "exchange", .protocol, "HTTP exchange (headwind http only)"),
    Field(.exchangeNumber, "exchange.number", .uint32, "Number"),
    Field(
      .exchangeOutcome, "exchange.outcome", .string,
      "How it ended, as `outcome` of exported lines"),
    Field(
      .exchangeFirstByte, "exchange.first_byte", .relativeTime, "Time from the request to the response's first byte"),
    Field(
      .exchangeTotal, "exchange.total", .relativeTime,
      "Time that the client waited, with DNS and the handshakes of a new connection"),
    Field(.exchangeMissingBytes, "exchange.missing_bytes", .uint64, "Bytes that are not in the capture"),
  ]
}
