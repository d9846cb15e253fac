internal import FoundationEssentials
internal import Testing

/// What was seen on the wire at the client's end since the test began.
extension Link {
  /// The TCP connections that were opened, or on which the client sent something.
  ///
  /// Each access asks the link again. If the link cannot be asked, the test fails and the result is empty.
  public var connections: LinkConnections {
    LinkConnections(self, observed("connections", "connection"))
  }

  /// The HTTP exchanges that began, in order, including those in progress. Those within TLS are among them if their secrets are
  /// known.
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

  /// What happened on the wire and to the link, one line per event.
  public var timeline: [String] {
    do {
      return try observe("timeline").all("event")
    } catch {
      Issue.record(error)
      return []
    }
  }

  /// Waits until an event is seen on the wire, and returns whether it was.
  ///
  /// An event that was seen since the test began counts, even if it was before this call.
  public func sees(_ trigger: LinkTrigger, within time: Duration) -> Bool {
    do {
      return try wait(for: trigger.description, since: true, within: time)
    } catch {
      Issue.record(error)
      return false
    }
  }

  /// Decodes the JSON objects of an answer.
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
  /// The key under which the decoder stores the start of the test.
  static let key = CodingUserInfoKey(rawValue: "headwind.start")

  /// Reads times relative to the start that the decoder stores.
  static func times<Key>(
    in values: KeyedDecodingContainer<Key>, of decoder: any Decoder
  ) -> (Key) throws -> Duration? {
    let start = key.flatMap { decoder.userInfo[$0] } as? LinkStart
    return { try values.decodeIfPresent(Double.self, forKey: $0).flatMap { start?.duration(to: $0) } }
  }
}
