/// A protocol of lines of text, of which tcpdump shows the first line.
enum TextProtocol {
  case smtp, whois, ftp, http, rtsp, sip

  /// The protocol over TCP that one of the ports is known for; of two, tcpdump's first choice.
  init?(ports source: UInt16, _ destination: UInt16) {
    func uses(_ port: UInt16) -> Bool { source == port || destination == port }
    if uses(23) {
      return nil
    } else if uses(25) {
      self = .smtp
    } else if uses(43) {
      self = .whois
    } else if Self.goesFirst(source) || Self.goesFirst(destination) {
      return nil
    } else if uses(21) {
      self = .ftp
    } else if uses(80) || uses(8080) {
      self = .http
    } else if uses(554) || uses(8554) {
      self = .rtsp
    } else {
      return nil
    }
  }

  /// Whether no port is one of those that tcpdump asks first.
  static func leaves(_ source: UInt16, _ destination: UInt16) -> Bool {
    ![source, destination].contains { $0 == 23 || goesFirst($0) }
  }

  /// BGP, PPTP, Redis, SSH, BEEP and OpenFlow, which come before those that follow.
  private static func goesFirst(_ port: UInt16) -> Bool {
    switch port {
    case 22, 179, 1723, 6379, 6633, 6653, 10288: true
    default: false
    }
  }

  /// What is named where the packet ends early.
  var layer: StaticString {
    switch self {
    case .smtp: "smtp"
    case .whois: "whois"
    case .ftp: "ftp"
    case .http: "http"
    case .rtsp: "rtsp"
    case .sip: "sip"
    }
  }

  /// What begins a request; nil where every first line counts.
  var methods: TextMethods? {
    switch self {
    case .http: .http
    case .rtsp: .rtsp
    case .sip: .sip
    default: nil
    }
  }
}
