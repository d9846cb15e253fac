extension FieldTable {
  /// JSON: the fields and their Wireshark definitions.
  static let json: [Field] = [
    Field(.json, "json", .protocol, "JavaScript Object Notation"),
    Field(.jsonObject, "json.object", .none, "Object"),
    Field(.jsonArray, "json.array", .none, "Array"),
    Field(.jsonMember, "json.member", .string, "Member"),
    Field(.jsonKey, "json.key", .string, "Key"),
    Field(.jsonValueString, "json.value.string", .string, "String value"),
    Field(.jsonValueNumber, "json.value.number", .string, "Number value"),
    Field(.jsonValueTrue, "json.value.true", .none, "True value"),
    Field(.jsonValueFalse, "json.value.false", .none, "False value"),
    Field(.jsonValueNull, "json.value.null", .none, "Null value"),
    Field(.jsonPath, "json.path", .string, "Path"),
    Field(.jsonPathWithValue, "json.path_with_value", .string, "Path with value"),
    Field(.jsonMemberWithValue, "json.member_with_value", .string, "Member with value"),
  ]
}
