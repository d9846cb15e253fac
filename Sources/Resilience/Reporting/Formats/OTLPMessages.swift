/// A body for `/v1/traces`: `ExportTraceServiceRequest` of opentelemetry-proto. The names are those of its JSON encoding.
struct OTLPTraces: Encodable {
  struct ResourceSpans: Encodable {
    var resource: OTLPResource
    var scopeSpans: [ScopeSpans]
  }

  struct ScopeSpans: Encodable {
    var scope = OTLPScope()
    var spans: [OTLPSpan]
  }

  var resourceSpans: [ResourceSpans]
}

/// A body for `/v1/metrics`: `ExportMetricsServiceRequest`.
struct OTLPMetrics: Encodable {
  struct ResourceMetrics: Encodable {
    var resource: OTLPResource
    var scopeMetrics: [ScopeMetrics]
  }

  struct ScopeMetrics: Encodable {
    var scope = OTLPScope()
    var metrics: [Metric]
  }

  /// A metric that is a gauge.
  struct Metric: Encodable {
    private struct Gauge: Encodable {
      var dataPoints: [Point]
    }

    private enum CodingKeys: String, CodingKey {
      case name, description, unit, gauge
    }

    var name: String
    var description: String
    var unit: String
    var points: [Point]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(description, forKey: .description)
      try container.encode(unit, forKey: .unit)
      try container.encode(Gauge(dataPoints: points), forKey: .gauge)
    }
  }

  struct Point: Encodable {
    enum Value {
      case int(Int)
      case double(Double)
    }

    private enum CodingKeys: String, CodingKey {
      case timeUnixNano, attributes, asInt, asDouble
    }

    var time: Double
    var attributes: [OTLPAttributes.Pair]
    var value: Value

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(OTLPTime.nanoseconds(time), forKey: .timeUnixNano)
      try container.encode(attributes, forKey: .attributes)
      switch value {
      case .int(let value): try container.encode(String(value), forKey: .asInt)
      case .double(let value): try container.encode(value, forKey: .asDouble)
      }
    }
  }

  var resourceMetrics: [ResourceMetrics]
}

/// What the telemetry is of.
struct OTLPResource: Encodable {
  var attributes: [OTLPAttributes.Pair]
}

/// What the telemetry is from.
struct OTLPScope: Encodable {
  var name = "headwind"
}

/// A span. Times are seconds since the Unix epoch.
struct OTLPSpan: Encodable {
  /// `SpanKind`.
  enum Kind: Int, Encodable {
    case inside = 1
    case client = 3
  }

  struct Status: Encodable {
    /// `StatusCode`.
    enum Code: Int, Encodable {
      case ok = 1
      case error = 2
    }

    var code: Code
    var message: String?
  }

  struct Event: Encodable {
    var timeUnixNano: String
    var name: String
    var attributes: [OTLPAttributes.Pair]

    init(time: Double, name: String, attributes: [OTLPAttributes.Pair]) {
      timeUnixNano = OTLPTime.nanoseconds(time)
      self.name = name
      self.attributes = attributes
    }
  }

  var traceId: String
  var spanId: String
  var parentSpanId: String?
  var name: String
  var kind = Kind.inside
  var startTimeUnixNano: String
  var endTimeUnixNano: String
  var attributes: [OTLPAttributes.Pair] = []
  var events: [Event] = []
  var status: Status?

  init(traceId: String, spanId: String, parentSpanId: String? = nil, name: String, start: Double, end: Double) {
    self.traceId = traceId
    self.spanId = spanId
    self.parentSpanId = parentSpanId
    self.name = name
    startTimeUnixNano = OTLPTime.nanoseconds(start)
    endTimeUnixNano = OTLPTime.nanoseconds(end)
  }
}

/// Times of OTLP.
enum OTLPTime {
  /// Nanoseconds as a string, as 64-bit numbers of protobuf are in JSON. A report may have any number as a time.
  static func nanoseconds(_ seconds: Double) -> String {
    String(UInt64(min(max(0, seconds), 9e9) * 1e9))
  }
}

/// Attributes in the order in which they were set. One without a value is left out.
struct OTLPAttributes {
  enum Value: Encodable {
    case string(String)
    case int(Int)
    case ints([Int])

    private enum CodingKeys: String, CodingKey {
      case stringValue, intValue, arrayValue
    }

    private struct Values: Encodable {
      var values: [Value]
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .string(let text): try container.encode(text, forKey: .stringValue)
      case .int(let number): try container.encode(String(number), forKey: .intValue)
      case .ints(let numbers): try container.encode(Values(values: numbers.map { .int($0) }), forKey: .arrayValue)
      }
    }
  }

  struct Pair: Encodable {
    var key: String
    var value: Value

    init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  private(set) var list: [Pair] = []

  subscript(key: String) -> Value? {
    get { list.first { $0.key == key }?.value }
    set {
      list.removeAll { $0.key == key }
      if let newValue { list.append(Pair(key, newValue)) }
    }
  }
}
