extension FieldTable {
  /// JSON: the fields, with Wireshark's names and types.
  static let json: [Field] = [
    Field(.json, "json", .protocol, "JSON text"),
    Field(.jsonObject, "json.object", .none, "JSON object"),
    Field(.jsonArray, "json.array", .none, "JSON array"),
    Field(.jsonMember, "json.member", .string, "Name of the member"),
    Field(.jsonKey, "json.key", .string, "Member name"),
    Field(.jsonValueString, "json.value.string", .string, "Value, a string"),
    Field(.jsonValueNumber, "json.value.number", .string, "Value, a number"),
    Field(.jsonValueTrue, "json.value.true", .none, "Value, true"),
    Field(.jsonValueFalse, "json.value.false", .none, "Value, false"),
    Field(.jsonValueNull, "json.value.null", .none, "Value, null"),
    Field(.jsonPath, "json.path", .string, "Path to the value"),
    Field(.jsonPathWithValue, "json.path_with_value", .string, "Path and value"),
    Field(.jsonMemberWithValue, "json.member_with_value", .string, "Name and value"),
  ]
}
