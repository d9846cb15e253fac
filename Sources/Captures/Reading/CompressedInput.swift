/// Decompresses the bytes of a file.
final class CompressedInput {
  enum Step {
    /// This many bytes were written.
    case output(Int)
    /// All supplied bytes have been used.
    case needsInput
  }

  let kind: CompressionKind
  /// The buffer for compressed bytes. The caller fills it and then calls `supplied`.
  var input: [UInt8]
  /// How many compressed bytes have been used.
  private(set) var consumed = 0
  private let decompressor: any Decompressor
  private var used = 0
  private var filled: Int

  /// Starts with the compressed bytes in `head`. Nil if memory cannot be allocated.
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

  /// Records that the first `count` bytes of `input` are new.
  func supplied(_ count: Int) {
    used = 0
    filled = count
  }

  /// Decompresses into `bytes`, beginning at `start`.
  func decompress(into bytes: inout [UInt8], at start: Int) throws(DecompressionFailure) -> Step {
    guard start < bytes.count else { return .output(0) }
    while true {
      let (from, to) = (used, filled)
      let step = try input.withUnsafeBytes { source in
        bytes.withUnsafeMutableBytes { target in
          // Both pointers refer to parts of the arrays, and are used only during this call.
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
