import Wire

/// Where the values of fields come from: a tree, or the headers alone.
protocol FilterFields {
  /// Adds the values of a field, in the given layers of its protocol (all if none are).
  func append(_ field: FieldID, layers: [FilterSlice], _ frame: Span<UInt8>, to values: inout [FilterScalar])
  /// Adds the bytes of a protocol's layers, each with what it carries.
  func appendWhole(_ field: FieldID, layers: [FilterSlice], _ frame: Span<UInt8>, to values: inout [FilterScalar])
  /// How often the field is there.
  func count(_ field: FieldID, layers: [FilterSlice], _ frame: Span<UInt8>) -> Int
}
