/// What a client must use for a scenario to concern it. The scenario does not apply to a client that the wire shows not to use it.
public enum Use: String, Sendable, CaseIterable {
  case keptConnections = "kept-connections"
  case retries
  case redirects
  case ipv6
  case expectContinue = "expect-continue"
  case tokenRefresh = "token-refresh"
  case resumableUploads = "resumable-uploads"
  case idempotencyKeys = "idempotency-keys"
  case hedging
  case gzip
  case brotli
  case zstd
  case ranges
  case credentials
  case cookies
  case cache
  case httpsRecords = "https-records"
  case http2
  case proxy
  case http3
  case earlyData = "early-data"
  case webSocket = "websocket"
  case eventStream = "event-stream"
  case grpc

  /// Whether a client that uses it says so in the head of its first request.
  var isSaidInRequests: Bool { self == .resumableUploads || self == .idempotencyKeys || isOfMessages }

  /// Whether it is a protocol of messages. A program that does not speak it may not even know the scheme of its URLs.
  var isOfMessages: Bool { self == .webSocket || self == .eventStream || self == .grpc }

  /// Whether a client that does not use it may break a demand. What was never asked for may be kept as it came, or refused, and who does not
  /// speak the protocol of a server can get nothing of it.
  func isExcuse(for demand: Demand?) -> Bool {
    switch self {
    case .gzip, .brotli, .zstd: demand == .fail || demand == .succeed
    case .redirects: demand == .succeedOnlyIfWhole
    case .http2, .http3, .earlyData, .proxy, .cookies, .cache, .tokenRefresh, .resumableUploads, .webSocket,
      .eventStream, .grpc:
      demand != .exitCleanly && demand != .giveUpByDeadline
    case .keptConnections, .retries, .ipv6, .expectContinue, .ranges, .credentials, .httpsRecords: false
    case .idempotencyKeys, .hedging: false
    }
  }

  /// Why a scenario does not apply to a client that does not use it.
  var absence: String {
    switch self {
    case .keptConnections: "the client keeps no connection open after a response"
    case .retries: "the client does not retry"
    case .redirects: "the client does not follow redirects"
    case .ipv6: "the client does not connect over IPv6"
    case .expectContinue: "the client does not ask for 100 Continue"
    case .tokenRefresh: "the client does not ask for a new token"
    case .resumableUploads: "the client does not offer resumable uploads"
    case .idempotencyKeys: "the client sends no Idempotency-Key"
    case .hedging: "the client does not hedge"
    case .gzip: "the client does not ask for gzip"
    case .brotli: "the client does not ask for brotli"
    case .zstd: "the client does not ask for zstd"
    case .ranges: "the client asks for no part of a response"
    case .credentials: "the client sends no Authorization"
    case .cookies: "the client sends no cookie back"
    case .cache: "the client keeps no response for later"
    case .httpsRecords: "the client does not ask for HTTPS records"
    case .http2: "the client does not speak HTTP/2"
    case .proxy: "the client does not ask the proxy that its environment names"
    case .http3: "the client does not try HTTP/3"
    case .earlyData: "the client sends nothing in 0-RTT"
    case .webSocket: "the client does not ask for a WebSocket"
    case .eventStream: "the client does not ask for an event stream"
    case .grpc: "the client makes no gRPC call"
    }
  }
}
