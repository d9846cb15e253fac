/// What the clients of a capture speak.
enum TrafficKind: String, CaseIterable {
  case http1 = "http1"
  case http2 = "http2"
  case secureHTTP1 = "tls-http1"
  case secureHTTP2 = "tls-http2"

  var isHTTP2: Bool { self == .http2 || self == .secureHTTP2 }
  var isSecure: Bool { self == .secureHTTP1 || self == .secureHTTP2 }

  /// Where a capture of so many megabytes is.
  func file(_ megabytes: Int, in folder: String) -> String {
    self == .http1 ? "\(folder)/traffic-\(megabytes).pcap" : "\(folder)/traffic-\(rawValue)-\(megabytes).pcap"
  }
}
