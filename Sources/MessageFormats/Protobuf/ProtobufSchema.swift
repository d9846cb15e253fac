/// The names and types of messages, from `.proto` files, or from a `FileDescriptorSet` (google/protobuf/descriptor.proto) as
/// `protoc --include_imports --descriptor_set_out=FILE` writes it.
public struct ProtobufSchema: Sendable {
  /// The type of a field, with the number that `FieldDescriptorProto.Type` has for it.
  public enum FieldType: UInt64, Hashable, Sendable {
    /// A double, as the others by the names of `FieldDescriptorProto.Type`.
    case double = 1
    /// The types that follow it.
    case float, int64, uint64, int32, fixed64, fixed32, bool, string, group, message, bytes, uint32, `enum`, sfixed32,
      sfixed64, sint32, sint64

    /// How one value of it is written.
    public var wireType: ProtobufNode.WireType {
      switch self {
      case .double, .fixed64, .sfixed64: .fixed64
      case .float, .fixed32, .sfixed32: .fixed32
      case .string, .message, .bytes: .lengthDelimited
      case .group: .startGroup
      default: .varint
      }
    }
  }

  /// A field of a message.
  public struct Field: Hashable, Sendable {
    /// The number of the field.
    public var number: UInt32
    /// Its name.
    public var name: String
    /// Its type.
    public var type: FieldType
    /// Whether there may be several.
    public var isRepeated: Bool
    /// The full name of the message or enum that is its type.
    public var typeName: String?
  }

  /// A message type.
  public struct Message: Hashable, Sendable {
    /// The full name, such as `package.Outer.Inner`.
    public var name: String
    /// Its fields.
    public var fields: [Field]
    private var places: [UInt32: Int]

    init(name: String, fields: [Field]) {
      self.name = name
      self.fields = fields
      places = Dictionary(fields.enumerated().map { ($0.element.number, $0.offset) }) { $1 }
    }

    /// The place of a field in `fields`.
    public func place(ofField number: UInt32) -> Int? { places[number] }
  }

  /// A method of a service.
  public struct Method: Hashable, Sendable {
    /// As in a request's path: `/package.Service/Method`.
    public var path: String
    /// The full names of the messages.
    public var input: String
    /// The name of the response's type.
    public var output: String
    /// Whether the client sends several messages.
    public var isClientStreaming: Bool
    /// Whether the server sends several messages.
    public var isServerStreaming: Bool
  }

  /// The message types.
  public private(set) var messages: [Message] = []
  /// The methods of all services.
  public private(set) var methods: [Method] = []
  /// The names of the values of each enum, by the enum's full name.
  public private(set) var enums: [String: [UInt64: String]] = [:]
  private var places: [String: Int] = [:]
  private var methodPlaces: [String: Int] = [:]

  /// Reads a descriptor set; nil if the bytes are not one.
  public init?(descriptorSet bytes: [UInt8]) {
    let reader = DescriptorReader(bytes)
    guard let files = reader.fields(of: bytes.indices) else { return nil }
    for file in files where file.number == 1 && file.wireType == .lengthDelimited {
      guard add(file: file.value, reader) else { return nil }
    }
    guard !messages.isEmpty || !enums.isEmpty else { return nil }
  }

  /// Reads `.proto` files that belong together; nil if one of them cannot be read. A type that is in none of them leaves its fields
  /// without a name.
  public init?(sources: [[UInt8]]) {
    var reader = ProtobufSourceReader()
    for source in sources { guard reader.read(source) else { return nil } }
    reader.resolve()
    for message in reader.messages {
      places[message.name] = messages.count
      messages.append(Message(name: message.name, fields: message.fields))
    }
    enums = reader.enums
    for method in reader.methods {
      methodPlaces[method.path] = methods.count
      methods.append(method)
    }
    guard !messages.isEmpty || !enums.isEmpty else { return nil }
  }

  /// The place of a message in `messages`.
  public func place(ofMessage name: String) -> Int? { places[name] }

  /// The method that a request's path names.
  public func method(path: String) -> Method? { methodPlaces[path].map { methods[$0] } }

  /// What the schema says of a field that was read.
  public func field(of node: ProtobufNode) -> Field? {
    guard let message = node.message, let place = node.descriptor else { return nil }
    return messages[message].fields[place]
  }

  /// The place of the message that a field is.
  func messageType(of node: ProtobufNode) -> Int? { field(of: node)?.typeName.flatMap { places[$0] } }

  private mutating func add(file: Range<Int>, _ reader: DescriptorReader) -> Bool {
    guard let fields = reader.fields(of: file) else { return false }
    let package = fields.first { $0.number == 2 }.map { reader.text($0) } ?? ""
    let prefix = package.isEmpty ? "" : package + "."
    for field in fields where field.wireType == .lengthDelimited {
      switch field.number {
      case 4: guard add(message: field.value, prefix, depth: 0, reader) else { return false }
      case 5: guard add(enum: field.value, prefix, reader) else { return false }
      case 6: guard add(service: field.value, prefix, reader) else { return false }
      default: break
      }
    }
    return true
  }

  private mutating func add(message: Range<Int>, _ prefix: String, depth: Int, _ reader: DescriptorReader) -> Bool {
    guard depth < 32, let parts = reader.fields(of: message), let name = parts.first(where: { $0.number == 1 })
    else { return false }
    let fullName = prefix + reader.text(name)
    var fields: [Field] = []
    for part in parts where part.wireType == .lengthDelimited {
      switch part.number {
      case 2:
        guard let field = Self.field(part.value, reader) else { return false }
        fields.append(field)
      case 3: guard add(message: part.value, fullName + ".", depth: depth + 1, reader) else { return false }
      case 4: guard add(enum: part.value, fullName + ".", reader) else { return false }
      default: break
      }
    }
    places[fullName] = messages.count
    messages.append(Message(name: fullName, fields: fields))
    return true
  }

  private static func field(_ range: Range<Int>, _ reader: DescriptorReader) -> Field? {
    guard let parts = reader.fields(of: range) else { return nil }
    func number(_ number: UInt32) -> UInt64? { parts.last { $0.number == number && $0.wireType == .varint }?.bits }
    func text(_ number: UInt32) -> String? {
      parts.last { $0.number == number && $0.wireType == .lengthDelimited }.map { reader.text($0) }
    }
    guard let name = text(1), let place = number(3), let type = number(5).flatMap({ FieldType(rawValue: $0) })
    else { return nil }
    return Field(
      number: UInt32(truncatingIfNeeded: place), name: name, type: type, isRepeated: number(4) == 3,
      typeName: text(6).map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
  }

  private mutating func add(enum range: Range<Int>, _ prefix: String, _ reader: DescriptorReader) -> Bool {
    guard let parts = reader.fields(of: range) else { return false }
    var (name, values): (String, [UInt64: String]) = ("", [:])
    for part in parts where part.wireType == .lengthDelimited {
      if part.number == 1 { name = reader.text(part) }
      guard part.number == 2 else { continue }
      guard let value = reader.fields(of: part.value) else { return false }
      let number = value.last { $0.number == 2 }?.bits ?? 0
      // The first of several names counts.
      if values[number] == nil { values[number] = value.first { $0.number == 1 }.map { reader.text($0) } ?? "" }
    }
    enums[prefix + name] = values
    return true
  }

  private mutating func add(service range: Range<Int>, _ prefix: String, _ reader: DescriptorReader) -> Bool {
    guard let parts = reader.fields(of: range) else { return false }
    let service = parts.first { $0.number == 1 }.map { reader.text($0) } ?? ""
    for part in parts where part.number == 2 && part.wireType == .lengthDelimited {
      guard let fields = reader.fields(of: part.value) else { return false }
      func text(_ number: UInt32) -> String {
        let text = fields.last { $0.number == number && $0.wireType == .lengthDelimited }.map { reader.text($0) } ?? ""
        return text.hasPrefix(".") ? String(text.dropFirst()) : text
      }
      func flag(_ number: UInt32) -> Bool { fields.last { $0.number == number }?.bits ?? 0 != 0 }
      let path = "/\(prefix)\(service)/\(text(1))"
      methodPlaces[path] = methods.count
      methods.append(
        Method(
          path: path, input: text(2), output: text(3), isClientStreaming: flag(5), isServerStreaming: flag(6)))
    }
    return true
  }
}

/// The fields of one message of a descriptor, without those of the messages in it.
private struct DescriptorReader {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Nil if they are malformed.
  func fields(of range: Range<Int>) -> [ProtobufNode]? {
    var limits = ProtobufTree.Limits()
    limits.depth = 0
    let tree = ProtobufTree(bytes.span.extracting(range), limits: limits)
    guard tree.stop == nil else { return nil }
    return tree.nodes.map {
      var node = $0
      node.value = $0.value.lowerBound + range.lowerBound..<$0.value.upperBound + range.lowerBound
      return node
    }
  }

  func text(_ node: ProtobufNode) -> String { String(decoding: bytes[node.value], as: UTF8.self) }
}
