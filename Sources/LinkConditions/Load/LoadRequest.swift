/// Background traffic that a link is to carry: `80 %`, `80 % bulk`, `50 % web down`.
public struct LoadRequest: Hashable, Sendable, CustomStringConvertible {
  /// What the traffic is like.
  public enum Pattern: String, CaseIterable, Sendable {
    /// Half of it bulk, half of it web.
    case mixed
    /// One long transfer, as fast as its share allows, like iperf3.
    case bulk
    /// Short transfers with pauses between them.
    case web
  }

  /// The share of the bandwidth, above 0 and at most 1.
  public var share: Double
  /// What kind of traffic it is.
  public var pattern: Pattern
  /// The directions that are loaded.
  public var directions: [LinkDirection]

  /// - Parameter share: of the bandwidth, from 0 to 1.
  public init(share: Double, pattern: Pattern = .mixed, directions: [LinkDirection] = [.uplink, .downlink]) {
    self.share = share
    self.pattern = pattern
    self.directions = directions
  }

  /// The part of a full packet (1500 bytes) that is payload.
  public static let payloadShare = 1448.0 / 1500

  package static let words = "a share such as '80 %', optionally followed by 'bulk' or 'web', and 'up' or 'down'"

  /// Reads what `description` writes.
  /// - Returns: nil if it is something else.
  public init?(parsing text: String) {
    var words = text.split(separator: " ").map(String.init)
    var number = words.isEmpty ? "" : words.removeFirst()
    if words.first == "%" { number += words.removeFirst() }
    guard number.hasSuffix("%"), let percent = Double(number.dropLast()), percent > 0, percent <= 100 else {
      return nil
    }
    self.init(share: percent / 100)
    var hasPattern = false
    for word in words {
      switch (word, Pattern(rawValue: word)) {
      case (_, let pattern?) where !hasPattern: (self.pattern, hasPattern) = (pattern, true)
      case ("up", _) where directions.count == 2: directions = [.uplink]
      case ("down", _) where directions.count == 2: directions = [.downlink]
      default: return nil
      }
    }
  }

  public var description: String {
    let way = directions.count == 2 ? "" : directions == [.uplink] ? " up" : " down"
    return "\(Int((share * 100).rounded())) %\(pattern == .mixed ? "" : " \(pattern.rawValue)")\(way)"
  }

  /// The traffic of a direction with this bandwidth, with headers, as the flows that cause it.
  public func flows(on bandwidth: Bandwidth, seed: UInt64) -> [LoadFlow] {
    let rate = share * Double(bandwidth.bitsPerSecond) * Self.payloadShare
    let web = pattern == .web ? rate : pattern == .mixed ? rate / 2 : 0
    var flows: [LoadFlow] = []
    if rate > web { flows.append(.bulk(bitsPerSecond: rate - web)) }
    if web > 0 {
      let users = WebUser.number
      flows += (0..<users).map {
        .web(WebUser(bitsPerSecond: web / Double(users), seed: seed &+ UInt64($0)))
      }
    }
    return flows
  }
}

/// A flow of background traffic.
public enum LoadFlow: Hashable, Sendable {
  /// A flow that always has something to send.
  case bulk(bitsPerSecond: Double)
  /// A person who reads pages: on and off.
  case web(WebUser)
}
