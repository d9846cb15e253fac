/// Text that may be shown as it is: on a terminal, in a log, in a pipe.
///
/// A literal is taken as it is, and whatever is interpolated into one is escaped by `HarmlessText`, since any string may have come from
/// outside: a name in a packet, a comment in a file, a program's words, a path. What shows text takes this type alone, so a string that
/// nobody escaped does not compile there:
///
///     Headwind.say("\(path): it has no packets")   // the path is escaped
///     Headwind.say(path)                           // error: cannot convert 'String' to 'PrintableText'
public struct PrintableText: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// What is shown.
  public private(set) var text: String

  public var description: String { text }

  public init(stringLiteral literal: String) { text = literal }

  public init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

  /// One line: line feeds are escaped, too.
  public init(escaping text: String) { self.text = HarmlessText.escaped(text) }

  /// Lines: line feeds and tabs stay.
  public init(lines text: String) { self.text = HarmlessText.escaped(Array(text.utf8), keepingLines: true) }

  /// A JSON document, which still says the same.
  public init(json text: String) { self.text = HarmlessText.escaped(json: text) }

  /// Text that is known to be harmless, or that the person at the terminal has asked for in these very bytes. Say which at the call.
  public init(verbatim text: String) { self.text = text }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Text that is printable already, as it is.
    public mutating func appendInterpolation(_ value: PrintableText) { text += value.text }

    /// Any text, with what a terminal would act on escaped.
    public mutating func appendInterpolation(_ value: String) { text += HarmlessText.escaped(value) }

    /// A number, in decimal.
    public mutating func appendInterpolation(_ value: some BinaryInteger) { text += String(value) }

    /// A description, with what a terminal would act on escaped.
    public mutating func appendInterpolation<Value>(_ value: Value) { text += HarmlessText.escaped("\(value)") }

    /// Words of several lines, whose line feeds and tabs stay.
    public mutating func appendInterpolation<Value>(lines value: Value) {
      text += PrintableText(lines: "\(value)").text
    }
  }
}

extension PrintableText {
  /// Whether there is no character.
  public var isEmpty: Bool { text.isEmpty }

  /// How many places it takes in a column.
  public var count: Int { text.count }

  /// The first text, then the second.
  public static func + (first: PrintableText, second: PrintableText) -> PrintableText {
    PrintableText(verbatim: first.text + second.text)
  }

  /// Adds the second text to the first.
  public static func += (first: inout PrintableText, second: PrintableText) { first.text += second.text }

  /// With blanks behind it, if it is shorter than `width`.
  public func padded(to width: Int) -> PrintableText {
    PrintableText(verbatim: text + String(repeating: " ", count: max(0, width - text.count)))
  }

  /// Without the blanks at its end.
  public var trimmed: PrintableText {
    var rest = text[...]
    while rest.unicodeScalars.last == " " { rest.unicodeScalars.removeLast() }
    return PrintableText(verbatim: String(rest))
  }
}

extension Sequence<PrintableText> {
  /// Joins texts, with another one between each two.
  public func joined(separator: PrintableText = "") -> PrintableText {
    PrintableText(verbatim: map(\.text).joined(separator: separator.text))
  }
}
