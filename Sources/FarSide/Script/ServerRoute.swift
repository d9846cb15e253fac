/// Lists of steps for the requests that meet a condition.
public struct ServerRoute: Sendable, Hashable {
  public var condition: RequestCondition
  /// The first request that takes this route plays the first list, and so on. The last list serves all further ones.
  public var lists: [[ServerStep]]

  public init(_ condition: RequestCondition = RequestCondition(), lists: [[ServerStep]]) {
    self.condition = condition
    self.lists = lists
  }
}

/// What a request must be like. All that is given must hold.
public struct RequestCondition: Sendable, Hashable {
  /// A header field that a request has.
  public struct Field: Sendable, Hashable {
    public var name: String
    /// Its value, or what its value begins with if it ends with `*`; nil for any value.
    public var value: String?

    public init(_ name: String, _ value: String? = nil) {
      self.name = name
      self.value = value
    }
  }

  public var method: String?
  /// The host that it is for, without a port.
  public var host: String?
  /// The path with the query, or what it begins with if it ends with `*`.
  public var path: String?
  /// The fields that it has.
  public var with: [Field]
  /// The fields that it does not have.
  public var without: [Field]

  /// A condition that every request meets, or narrower ones.
  public init(
    method: String? = nil, host: String? = nil, path: String? = nil, with: [Field] = [], without: [Field] = []
  ) {
    self.method = method
    self.host = host
    self.path = path
    self.with = with
    self.without = without
  }

  /// Whether every request meets it.
  public var isAlwaysMet: Bool { self == RequestCondition() }

  func isMet(by request: RequestHead) -> Bool {
    if let method, method != request.method { return false }
    if let host, host.lowercased() != request.host { return false }
    if let path, !Self.matches(request.path, path) { return false }
    return with.allSatisfy { Self.has(request, $0) } && !without.contains { Self.has(request, $0) }
  }

  private static func has(_ request: RequestHead, _ field: Field) -> Bool {
    request.fields.contains { own in
      own.name.lowercased() == field.name.lowercased() && (field.value.map { matches(own.value, $0) } ?? true)
    }
  }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    pattern.hasSuffix("*") ? text.hasPrefix(pattern.dropLast()) : text == pattern
  }
}
