import TLS
public import Wire

/// What an end of a connection says of itself in the TLS handshake (RFC 9000 section 18).
public struct TransportParameters: Hashable, Sendable {
  /// One parameter.
  public struct Entry: Hashable, Sendable {
    /// Which parameter.
    public var parameter: TransportParameter
    /// The bytes of its value.
    public var value: [UInt8]
  }

  /// No end needs more parameters.
  private static let most = 256

  /// All of them, in order.
  public private(set) var entries: [Entry] = []

  /// - Parameter range: the content of the extension quic_transport_parameters, inside the bytes.
  /// - Throws: ``QUICFrameError`` where the list ends within a parameter.
  public init(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(QUICFrameError) {
    var walk = FieldWalk(range)
    while !walk.isAtEnd, entries.count < Self.most {
      let parameter = TransportParameter(rawValue: try walk.integer(bytes))
      let value = try walk.skip(try walk.integer(bytes))
      entries.append(Entry(parameter: parameter, value: [UInt8](bytes.extracting(value))))
    }
  }

  /// The value of a parameter; nil without it.
  public subscript(parameter: TransportParameter) -> [UInt8]? { entries.first { $0.parameter == parameter }?.value }

  /// The value of a parameter that is an integer; nil without it, or if it is none.
  public func integer(_ parameter: TransportParameter) -> UInt64? {
    guard let value = self[parameter], let integer = VariableInteger(value.span, at: 0), integer.length == value.count
    else { return nil }
    return integer.value
  }

  /// The value of a parameter that is a connection ID.
  public func connectionID(_ parameter: TransportParameter) -> QUICConnectionID? {
    self[parameter].flatMap { QUICConnectionID($0) }
  }

  /// The exponent of the delays in ACK frames; 3 if none is said, or one that is not allowed.
  public var ackDelayExponent: UInt64 {
    let said = integer(.ackDelayExponent) ?? 3
    return said <= 20 ? said : 3
  }

  /// The longest delay of an acknowledgment, in nanoseconds; 25 ms if none is said, or one that is not allowed.
  public var maxAckDelay: Int64 {
    let said = integer(.maxAckDelay) ?? 25
    return (said < 1 << 14 ? Int64(said) : 25) * 1_000_000
  }

  /// How many bytes may be sent on a stream before its limit is raised.
  ///
  /// - Parameter isOpener: whether the sender of these parameters has opened the stream.
  public func initialLimit(of stream: QUICStreamID, isOpener: Bool) -> UInt64 {
    if !stream.isBidirectional { return integer(.initialMaxStreamDataUni) ?? 0 }
    return integer(isOpener ? .initialMaxStreamDataBidiLocal : .initialMaxStreamDataBidiRemote) ?? 0
  }
}

extension TransportParameters {
  /// The addresses that a server would rather be reached at (RFC 9000 section 18.2).
  public struct PreferredAddress: Hashable, Sendable {
    /// The IPv4 address and port; zeros if there is none.
    public var v4: Endpoint
    /// The IPv6 address and port; zeros if there is none.
    public var v6: Endpoint
    /// The connection ID for it.
    public var id: QUICConnectionID
    /// The token of stateless resets.
    public var token: [UInt8]
  }

  /// The server's preferred address; nil without it, or if it is malformed.
  public var preferredAddress: PreferredAddress? {
    guard let value = self[.preferredAddress], value.count >= 25 else { return nil }
    let bytes = value.span
    let length = Int(bytes[24])
    guard value.count == 25 + length + 16, let id = QUICConnectionID(bytes, 25..<25 + length) else { return nil }
    return PreferredAddress(
      v4: Endpoint(address: .v4(IPv4Address(rawValue: bytes.uint32(at: 0))), port: bytes.uint16(at: 4)),
      v6: Endpoint(
        address: .v6(IPv6Address(high: bytes.uint64(at: 6), low: bytes.uint64(at: 14))), port: bytes.uint16(at: 22)),
      id: id, token: Array(value.suffix(16)))
  }
}

extension ExtensionType {
  /// quic_transport_parameters (RFC 9001 section 8.2).
  static let quicTransportParameters = ExtensionType(rawValue: 0x39)
  /// The same in the drafts before 33.
  static let draftTransportParameters = ExtensionType(rawValue: 0xFFA5)
}

extension HelloExtensions {
  /// The transport parameters; nil without them, or if they are malformed.
  func transportParameters(_ bytes: Span<UInt8>) -> TransportParameters? {
    guard let content = self[.quicTransportParameters] ?? self[.draftTransportParameters] else { return nil }
    return try? TransportParameters(bytes, content)
  }
}
