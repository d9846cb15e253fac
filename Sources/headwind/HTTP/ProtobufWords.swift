import MessageFormats

/// The values of a protobuf message as its schema has them.
struct ProtobufWords {
  let schema: ProtobufSchema
  let tree: ProtobufTree
  let bytes: [UInt8]

  /// The name of a field, and its value if that is a number, or numbers in a row; nil if the schema does not know the field.
  func words(_ node: ProtobufNode) -> (name: String, value: String?)? {
    guard let field = schema.field(of: node) else { return nil }
    switch node.content {
    case .message: return (field.name, field.typeName ?? "message")
    // What was sent is not written as the schema says.
    case .number where node.wireType != field.type.wireType: return (field.name, nil)
    case .number: return (field.name, number(node.bits, field))
    case .packed:
      let values = tree.packedValues(node, bytes.span)
      return (
        field.name,
        values.map {
          "[\($0.prefix(100).map { number($0, field) }.joined(separator: ", "))\($0.count > 100 ? ", ..." : "")]"
        }
      )
    case .text, .bytes: return (field.name, nil)
    }
  }

  private func number(_ bits: UInt64, _ field: ProtobufSchema.Field) -> String {
    switch field.type {
    case .double: "\(Double(bitPattern: bits))"
    case .float: "\(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))"
    case .int64, .sfixed64: "\(Int64(bitPattern: bits))"
    case .int32, .sfixed32: "\(Int32(truncatingIfNeeded: bits))"
    case .sint32, .sint64: "\(Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1))"
    case .bool: bits == 0 ? "false" : "true"
    case .enum: field.typeName.flatMap { schema.enums[$0]?[bits] }.map { "\($0) (\(bits))" } ?? "\(bits)"
    default: "\(bits)"
    }
  }
}
