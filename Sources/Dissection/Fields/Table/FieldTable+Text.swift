extension FieldTable {
  /// data and text: the fields, with Wireshark's names and types.
  static let text: [Field] = [
    Field(.data, "data", .protocol, "Data of no known protocol"),
    Field(.dataData, "data.data", .bytes, "Bytes"),
    Field(.dataLen, "data.len", .int32, "Length in bytes"),
    Field(.dataTextLines, "data-text-lines", .protocol, "Lines of text"),
    Field(.media, "media", .protocol, "Content of a media type"),
    Field(.mediaType, "media.type", .bytes, "Bytes of the content"),
    Field(.urlencodedForm, "urlencoded-form", .protocol, "Form data (URL-encoded)"),
    Field(.urlencodedFormKey, "urlencoded-form.key", .stringz, "Name in the form"),
    Field(.urlencodedFormValue, "urlencoded-form.value", .stringz, "Value in the form"),
  ]
}
