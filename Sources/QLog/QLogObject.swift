import TextOutput

/// Writes the members of a JSON object of qlog, in order.
struct QLogObject {
  private(set) var text = TextBuffer(capacity: 256)
  private var isFirst = true

  init() {
    text.append("{")
  }

  /// Closes the object; nothing can follow.
  consuming func closed() -> TextBuffer {
    text.append("}")
    return text
  }

  private mutating func key(_ name: String) {
    if !isFirst { text.append(",") }
    isFirst = false
    text.append("\"")
    text.append(name)
    text.append("\":")
  }

  mutating func set(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    text.append(jsonString: value)
  }

  mutating func set(_ name: String, _ value: UInt64?) {
    guard let value else { return }
    key(name)
    text.append(decimal: value)
  }

  mutating func set(_ name: String, _ value: Int?) {
    guard let value else { return }
    key(name)
    text.append(json: value)
  }

  mutating func set(_ name: String, _ value: Bool) {
    key(name)
    text.append(json: value)
  }

  /// A time in milliseconds, as qlog has all times.
  mutating func set(_ name: String, milliseconds nanoseconds: Int64?) {
    guard let nanoseconds else { return }
    key(name)
    text.append(nanoseconds: nanoseconds, unit: 1_000_000)
  }

  /// Bytes in hexadecimal digits.
  mutating func set(_ name: String, hexadecimal bytes: some Sequence<UInt8>) {
    key(name)
    text.append("\"")
    for byte in bytes { text.append(hexadecimalByte: byte) }
    text.append("\"")
  }

  mutating func set(_ name: String, _ values: [String]) {
    key(name)
    text.append("[")
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(",") }
      text.append(jsonString: value)
    }
    text.append("]")
  }

  /// Adds a value that is JSON already.
  mutating func set(_ name: String, json: borrowing TextBuffer) {
    key(name)
    json.withBytes { text.append($0) }
  }

  /// Adds an object.
  mutating func set(_ name: String, _ body: (inout QLogObject) -> Void) {
    var inner = QLogObject()
    body(&inner)
    set(name, json: inner.closed())
  }
}
