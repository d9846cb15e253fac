import TextOutput
import Wire

/// The nodes of a distinguished name (RFC 5280 section 4.1.2.4).
enum DistinguishedNameFields {
  /// Adds a name: the choice that it is one, and the sequence of its parts. Gives it in a line, the last part first, if that is shown.
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ name: DERElement, _ choice: FieldID, _ sequence: FieldID
  ) throws(DissectionStop) -> String? {
    let mark = tree.begin(choice, name.range, .unsigned(0))
    let count = try name.count(bytes)
    let list = tree.begin(sequence, name.content, .unsigned(UInt64(count)))
    var parts: [String] = []
    var elements = DERElements(of: name)
    while let set = try elements.next(bytes) {
      guard set.tag == DERElement.set else { throw .malformed }
      parts.append(try addPart(&tree, bytes, set))
    }
    let line = tree.wantsText ? parts.reversed().joined(separator: ",") : nil
    if let line { tree.setText(list, "\(sequence.field.label): \(line)") }
    tree.end(list)
    tree.end(mark)
    return line
  }

  /// `1 item`.
  static func items(_ count: Int) -> String { "\(count) item\(count == 1 ? "" : "s")" }

  private static func addPart(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ set: DERElement
  ) throws(DissectionStop) -> String {
    let count = try set.count(bytes)
    let mark = tree.begin(.x509ifRDNSequenceItem, set.range, .unsigned(UInt64(count)))
    var attributes: [String] = []
    var elements = DERElements(of: set)
    while let pair = try elements.next(bytes) {
      guard pair.tag == DERElement.sequence else { throw .malformed }
      let item = tree.begin(.x509ifRelativeDistinguishedNameItem, pair.range, .none)
      var halves = DERElements(of: pair)
      let type = try tree.objectIdentifier(
        .x509ifOid, bytes, try halves.require(DERElement.objectIdentifier, bytes))
      let value = addValue(&tree, bytes, try halves.require(bytes), type)
      if tree.wantsText {
        let attribute = "\(ObjectIdentifier.name(type) ?? type)=\(value)"
        tree.setText(item, "\(attribute)")
        attributes.append(attribute)
      }
      tree.end(item)
    }
    let line = attributes.joined(separator: "+")
    tree.setText(mark, "Part of the name: \(line)")
    tree.end(mark)
    return line
  }

  private static func addValue(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ element: DERElement, _ type: String
  ) -> String {
    guard let text = DERText.text(bytes, element) else { return "" }
    if let field = ownFields[type] {
      tree.add(field, element.content, .string(text))
    } else if let (choice, field) = choices[element.tag] {
      let mark = tree.begin(.x509satDirectoryString, element.range, .unsigned(choice))
      tree.add(field, element.content, .string(text))
      tree.end(mark)
    }
    return text
  }

  /// The attributes whose value is of one kind.
  private static let ownFields: [String: FieldID] = [
    "2.5.4.6": .x509satCountryName, "2.5.4.5": .x509satPrintableStringAlone, "2.5.4.46": .x509satPrintableStringAlone,
    "1.2.840.113549.1.9.1": .x509satIA5String, "0.9.2342.19200300.100.1.25": .x509satIA5String,
  ]

  /// The kinds of a DirectoryString, by their tags.
  private static let choices: [UInt8: (UInt64, FieldID)] = [
    DERElement.teletexString: (0, .x509satTeletexString), DERElement.printableString: (1, .x509satPrintableString),
    DERElement.universalString: (2, .x509satUniversalString), DERElement.bmpString: (3, .x509satBmpString),
    DERElement.utf8String: (4, .x509satUTF8String),
  ]
}
