extension FieldTable {
  /// data and text: the fields and their Wireshark definitions.
  static let text: [Field] = [
    Field(.data, "data", .protocol, "Data"),
    Field(.dataData, "data.data", .bytes, "Data"),
    Field(.dataLen, "data.len", .int32, "Length"),
    Field(.dataTextLines, "data-text-lines", .protocol, "Line-based text data"),
    Field(.media, "media", .protocol, "Media Type"),
    Field(.mediaType, "media.type", .bytes, "Media type"),
    Field(.urlencodedForm, "urlencoded-form", .protocol, "HTML Form URL Encoded"),
    Field(.urlencodedFormKey, "urlencoded-form.key", .stringz, "Key"),
    Field(.urlencodedFormValue, "urlencoded-form.value", .stringz, "Value"),
  ]
}
