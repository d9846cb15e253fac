extension FieldTable {
  /// data and text: the fields and their Wireshark definitions.
  static let text: [Field] = [
    Field(.dataTextLines, "data-text-lines", .protocol, "Line-based text data"),
    Field(.data, "data", .protocol, "Data"),
    Field(.dataData, "data.data", .bytes, "Data"),
    Field(.dataLen, "data.len", .int32, "Length"),
    Field(.media, "media", .protocol, "Media Type"),
    Field(.mediaType, "media.type", .bytes, "Media type"),
  ]
}
