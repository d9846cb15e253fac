public import ArgumentParser
public import Captures
public import Wire

/// `-Q`.
enum DirectionChoice: String, ExpressibleByArgument, CaseIterable {
  case `in`
  case out
  case `inout`

  var live: LiveCaptureOptions.Direction {
    switch self {
    case .in: .inbound
    case .out: .outbound
    case .inout: .both
    }
  }

  /// The direction that a packet in a file must have; nil if it does not matter.
  var wanted: Frame.Direction? {
    switch self {
    case .in: .inbound
    case .out: .outbound
    case .inout: nil
    }
  }
}

extension LinkType: ExpressibleByArgument {
  public init?(argument: String) {
    guard let type = LinkType(name: argument) else { return nil }
    self = type
  }
}

extension TimeStampType: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(name: argument)
  }
}

extension CaptureFormat: ExpressibleByArgument {
  public init?(argument: String) {
    switch argument {
    case "pcap": self = .pcap
    case "pcapng": self = .pcapng
    default: return nil
    }
  }
}

extension CaptureSide: ExpressibleByArgument {
  /// `client`, `server` or `both`; `far-side` is another word for the server's end.
  public init?(argument: String) {
    self.init(rawValue: argument == "far-side" ? "server" : argument)
  }
}
