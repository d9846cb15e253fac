import ContentCodings
import Dissection
import Exchanges
import LinkConditions

/// Inputs that are a document of their own.
enum TextInput {
  /// A byte that chooses the form and the size of the pieces, and the document.
  static func json(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let document = Array(input.dropFirst())
    var parser = JSONParser(allowsSequence: choice & 1 != 0)
    let size = max(1, Int(choice >> 1))
    for start in stride(from: 0, to: document.count, by: size) {
      parser.parse(document.span.extracting(start..<min(start + size, document.count)))
    }
    parser.finish()
    JSONPrinter(document, parser).print { Oracle.text($0, "JSON") }
  }

  /// A filter, asked about a few frames if it is one.
  static func filter(_ input: [UInt8]) {
    guard let filter = try? DisplayFilter(String(decoding: input, as: UTF8.self)) else { return }
    var dissector = PacketDissector()
    for seed in Seeds.frames {
      guard let packet = FrameInput(seed) else { continue }
      dissector.dissect(packet.frame, packet.bytes.span)
      _ = filter.matches(dissector.tree, packet.bytes.span)
      _ = filter.matchesHeaders(packet.frame, packet.bytes.span)
    }
  }

  /// A byte that chooses the codings and the size of the pieces, and the body.
  static func coding(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let all = ContentCoding.allCases
    let codings = [all[Int(choice & 7) % all.count], all[Int(choice >> 3 & 7) % all.count]]
    guard var decoder = try? ContentDecoder(codings, limit: 1 << 20) else { return }
    let body = Array(input.dropFirst())
    let size = choice & 0x80 == 0 ? 7 : 4096
    for start in stride(from: 0, to: body.count, by: size) {
      let piece = body.span.extracting(start..<min(start + size, body.count))
      let isSound = (try? decoder.decode(piece, { _ in })) != nil
      // A window of zstd is counted when it is there: one more than there may be.
      Oracle.memory(decoder.heldBytes, of: ContentDecoder.defaultMemory + 9 << 20, "ContentDecoder")
      guard isSound else { return }
    }
    try? decoder.finish()
  }

  static func profile(_ input: [UInt8]) {
    guard let profile = try? ProfileFile.profile(in: input, file: "input.yaml") else { return }
    for line in ProfileWords.lines(about: profile) { Oracle.text(line, "profile") }
    let text = ProfileText.yaml(of: profile)
    guard (try? ProfileFile.profile(in: Array(text.utf8), file: "again.yaml")) == profile else {
      fatalError("profile: another one is read from \(text.debugDescription)")
    }
  }
}
