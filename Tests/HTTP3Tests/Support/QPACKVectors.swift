import ContentCodings
import HTTP2
import TestSupport
import Wire

/// A field as tests compare it; nil for what is not known.
struct TestField: Hashable, CustomStringConvertible {
  var name: [UInt8]?
  var value: [UInt8]?

  init(name: [UInt8]?, value: [UInt8]?) {
    self.name = name
    self.value = value
  }

  init(_ name: String?, _ value: String?) {
    self.init(name: name.map { Array($0.utf8) }, value: value.map { Array($0.utf8) })
  }

  static func all(_ block: borrowing HPACKFieldBlock) -> [TestField] {
    block.fields.map {
      TestField(
        name: $0.isNameKnown ? Array(block.bytes[$0.name]) : nil,
        value: $0.isValueKnown ? Array(block.bytes[$0.value]) : nil)
    }
  }

  var description: String {
    "\(name.map { String(decoding: $0, as: UTF8.self) } ?? "?"): \(value.map { String(decoding: $0, as: UTF8.self) } ?? "?")"
  }
}

/// The vectors of the QPACK working group, which are described beside them.
enum QPACKVectors {
  struct Chunk {
    /// 0 is the encoder stream.
    var stream: UInt64
    var bytes: [UInt8]
  }

  static let lists = ["fb-req", "fb-req-hq", "fb-resp", "fb-resp-hq", "netbsd", "netbsd-hq"]
  /// The largest table, how many streams may wait, and whether acknowledgments came at once.
  static let settings = ["0.0.0", "256.100.0", "512.0.1", "4096.100.1"]

  static func bytes(_ hex: some StringProtocol) -> [UInt8] {
    let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  static func chunks(_ bytes: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var place = 0
    while place + 12 <= bytes.count {
      let length = Int(bytes.span.uint32(at: place + 8))
      let end = min(place + 12 + length, bytes.count)
      chunks.append(Chunk(stream: bytes.span.uint64(at: place), bytes: Array(bytes[place + 12..<end])))
      place = end
    }
    return chunks
  }

  static func encoded(_ name: String) throws -> [Chunk] { chunks(try unpacked("\(name).gz")) }

  /// The field lists of a qif.
  static func fields(_ name: String) throws -> [[TestField]] {
    let lines = String(decoding: try unpacked("\(name).qif.gz"), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var lists: [[TestField]] = [[]]
    for line in lines where !line.hasPrefix("#") {
      if line.isEmpty {
        lists.append([])
      } else {
        let words = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
        lists[lists.count - 1].append(TestField(String(words[0]), words.count > 1 ? String(words[1]) : ""))
      }
    }
    return lists.filter { !$0.isEmpty }
  }

  static func errors() throws -> [(name: String, chunks: [Chunk])] {
    let text = try Files.text(Repository.file("Tests/HTTP3Tests/Fixtures/qpack/errors.txt"))
    return text.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return (String(words[0]), chunks(bytes(words[1])))
    }
  }

  private static func unpacked(_ name: String) throws -> [UInt8] {
    let file = try Files.read(Repository.file("Tests/HTTP3Tests/Fixtures/qpack/\(name)"))
    var decoder = try ContentDecoder([.gzip])
    var bytes: [UInt8] = []
    try decoder.decode(file.span, into: &bytes)
    try decoder.finish()
    return bytes
  }
}
