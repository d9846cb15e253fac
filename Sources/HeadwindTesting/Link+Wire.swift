internal import FoundationEssentials
internal import Testing

/// What was seen on the wire, from the client's end, since the test began.
extension Link {
  /// The TCP connections that were opened, or on which the client sent something.
  ///
  /// Asked anew each time. If the link cannot be asked the test fails, and there are none.
  public var connections: LinkConnections {
    LinkConnections(self, observed("connections", "connection"))
  }

  /// The HTTP/1 exchanges in the clear that began, in their order; those that are going on are among them.
  public var exchanges: [LinkExchange] { observed("exchanges", "exchange") }

  /// The packets that the client sent and received.
  public var traffic: LinkTraffic {
    do {
      return LinkTraffic(try observe("traffic"), start)
    } catch {
      Issue.record(error)
      return LinkTraffic(ControlAnswer(), start)
    }
  }

  /// What happened, a line each: on the wire and to the link.
  public var timeline: [String] {
    do {
      return try observe("timeline").all("event")
    } catch {
      Issue.record(error)
      return []
    }
  }

  /// Waits until something is seen on the wire; says whether it was.
  ///
  /// What was seen since the test began counts: it need not be waited for in time.
  public func sees(_ trigger: LinkTrigger, within time: Duration) -> Bool {
    do {
      return try wait(for: trigger.description, since: true, within: time)
    } catch {
      Issue.record(error)
      return false
    }
  }

  /// Decodes the objects of an answer.
  private func observed<Value: Decodable>(_ question: String, _ name: String) -> [Value] {
    do {
      let decoder = JSONDecoder()
      if let key = LinkStart.key { decoder.userInfo[key] = start }
      return try observe(question).all(name).map { try decoder.decode(Value.self, from: Data($0.utf8)) }
    } catch {
      Issue.record(error)
      return []
    }
  }
}

extension LinkStart {
  /// By which times that are decoded know what they count from.
  static let key = CodingUserInfoKey(rawValue: "headwind.start")

  /// Reads times as those since the moment that the decoder was told.
  static func times<Key>(
    in values: KeyedDecodingContainer<Key>, of decoder: any Decoder
  ) -> (Key) throws -> Duration? {
    let start = key.flatMap { decoder.userInfo[$0] } as? LinkStart
    return { try values.decodeIfPresent(Double.self, forKey: $0).flatMap { start?.duration(to: $0) } }
  }
}
