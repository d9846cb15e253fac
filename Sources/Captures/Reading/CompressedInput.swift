/// The compressed bytes of a file on their way through a decompressor.
final class CompressedInput {
  enum Step {
    /// This many bytes were written.
    case output(Int)
    /// Everything handed over is used up.
    case needsInput
  }

  let kind: CompressionKind
  /// Compressed bytes: filled by the caller, who then calls `supplied`.
  var input: [UInt8]
  /// How many compressed bytes are behind us.
  private(set) var consumed = 0
  private let decompressor: any Decompressor
  private var used = 0
  private var filled: Int

  /// Starts with the compressed bytes in `head`; `nil` if there is no memory.
  init?(_ kind: CompressionKind, head: [UInt8]) {
    guard let decompressor = kind.makeDecompressor() else { return nil }
    self.kind = kind
    self.decompressor = decompressor
    input = head
    filled = head.count
    if input.count < 64 * 1024 {
      input.append(contentsOf: repeatElement(0, count: 64 * 1024 - input.count))
    }
  }

  /// Whether the stream may end here.
  var mayEnd: Bool { decompressor.mayEnd }

  /// Says that the first `count` bytes of `input` are new.
  func supplied(_ count: Int) {
    used = 0
    filled = count
  }

  /// Decompresses into `bytes` from `start` on.
  func decompress(into bytes: inout [UInt8], at start: Int) throws(DecompressionFailure) -> Step {
    guard start < bytes.count else { return .output(0) }
    while true {
      let (from, to) = (used, filled)
      let step = try input.withUnsafeBytes { source in
        bytes.withUnsafeMutableBytes { target in
          // Both are parts of the arrays, lent for this one call.
          Result { () throws(DecompressionFailure) in
            try decompressor.run(.init(rebasing: source[from..<to]), .init(rebasing: target[start...]))
          }
        }
      }.get()
      used += step.taken
      consumed += step.taken
      if step.made > 0 { return .output(step.made) }
      if step.taken == 0 || used == filled && decompressor.mayEnd { return .needsInput }
    }
  }
}
