import TextOutput
import Wire

/// A text of a tree's node: where it is in `FieldTree.texts`.
struct TreeText: Sendable {
  /// No text at all, which is not the same as an empty one.
  static let none = TreeText(start: .max, bits: 0)

  private var start: UInt32
  /// The length, and in the two highest bits what a printer may leave out.
  private var bits: UInt32

  private static let harmless: UInt32 = 1 << 30
  private static let plain: UInt32 = 1 << 31
  /// The longest text there is.
  static let longest = Int(harmless) - 1

  private init(start: UInt32, bits: UInt32) {
    self.start = start
    self.bits = bits
  }

  /// - Parameters:
  ///   - isHarmless: whether no character of it can do harm on a terminal.
  ///   - isPlain: whether it has no quotes and backslashes, besides.
  init(_ range: Range<Int>, isHarmless: Bool = false, isPlain: Bool = false) {
    start = UInt32(clamping: range.lowerBound)
    bits =
      UInt32(truncatingIfNeeded: min(range.count, Self.longest)) | (isHarmless ? Self.harmless : 0)
      | (isPlain ? Self.plain : 0)
  }

  init(_ range: Range<Int>, _ survey: TextSurvey) {
    self.init(range, isHarmless: survey.isHarmless, isPlain: survey.isPlain)
  }

  var isNone: Bool { start == .max }
  var isHarmless: Bool { bits & Self.harmless != 0 }
  var isPlain: Bool { bits & Self.plain != 0 }
  var isEmpty: Bool { count == 0 }
  var count: Int { Int(bits & (Self.harmless &- 1)) }
  var range: Range<Int> { Int(start)..<Int(start) &+ count }

  /// A text at `range` that is made of this one and another, and of plain characters between them.
  func extended(by other: TreeText, _ range: Range<Int>) -> TreeText {
    TreeText(range, isHarmless: isHarmless && other.isHarmless, isPlain: isPlain && other.isPlain)
  }
}

// A tree's texts, one after the other.
extension TextBuffer {
  /// What was appended since the buffer had `start` bytes, as a text.
  func text(from start: Int) -> TreeText {
    TreeText(start..<count, survey(start..<count))
  }

  /// Keeps a text.
  mutating func keep(_ text: String) -> TreeText {
    let start = count
    append(text)
    return self.text(from: start)
  }

  /// A text as bytes.
  func bytes(_ text: TreeText) -> [UInt8] {
    withBytes { [UInt8]($0.extracting(text.range)) }
  }

  /// A text as a string.
  func string(_ text: TreeText) -> String {
    withBytes { String(copying: $0, text.range) }
  }
}

extension String {
  /// The UTF-8 of a range that is inside.
  fileprivate init(copying bytes: Span<UInt8>, _ range: Range<Int>) {
    let part = bytes.extracting(range.clamped(to: 0..<bytes.count))
    if let valid = try? UTF8Span(validating: part) {
      self.init(copying: valid)
    } else {
      self = String(decoding: [UInt8](part), as: UTF8.self)
    }
  }
}
