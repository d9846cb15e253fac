/// How a capture is read for its exchanges.
public struct HTTPOptions: Hashable, Sendable {
  /// How many bytes conversations, waiting segments and open exchanges may take in all; 64 MiB unless said otherwise.
  public var memory = 64 << 20
  /// Whether coded bodies are decoded for their size.
  public var decodesBodies = true
  /// The number of the exchange whose heads, bodies and packets are to be kept.
  public var wanted: Int?

  public init() {}
}
