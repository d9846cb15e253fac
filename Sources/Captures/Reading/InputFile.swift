internal import SystemPackage

/// A file, a pipe or standard input, read in order, decompressed on the way if need be.
struct InputFile: ~Copyable {
  let path: String
  private let descriptor: FileDescriptor
  private var inflater: Inflater?

  /// Opens `path`; `-` is standard input.
  init(path: String) throws(CaptureError) {
    self.path = path
    do {
      descriptor = path == "-" ? try FileDescriptor.standardInput.duplicate() : try .open(FilePath(path), .readOnly)
    } catch {
      throw CaptureError(.unreadable, path: path, "cannot open: \(words(for: error))")
    }
  }

  deinit {
    try? descriptor.close()
  }

  /// Reads what there is, at least one byte unless the end is reached, into `bytes` from `start` on.
  func read(into bytes: inout [UInt8], at start: Int) throws(CaptureError) -> Int {
    if let inflater { return try inflate(inflater, into: &bytes, at: start) }
    return try readPlain(into: &bytes, at: start)
  }

  /// From here on, `read` gives what gzip made of `head` and the rest of the file.
  mutating func decompress(after head: [UInt8]) throws(CaptureError) {
    inflater = Inflater(head: head)
    guard inflater != nil else {
      throw CaptureError(.unreadable, path: path, "cannot set up decompression: out of memory")
    }
  }

  private func inflate(_ inflater: Inflater, into bytes: inout [UInt8], at start: Int) throws(CaptureError) -> Int {
    while true {
      switch inflater.inflate(into: &bytes, at: start) {
      case .output(let count): return count
      case .needsInput:
        let count = try readPlain(into: &inflater.input, at: 0)
        guard count > 0 else {
          if inflater.isAtMemberEnd { return 0 }
          throw CaptureError(
            .cutShort, path: path, offset: inflater.consumed,
            "the gzip stream ends before its end mark (counted in the compressed file)")
        }
        inflater.supplied(count)
      case .damaged(let why):
        throw CaptureError(
          .malformed, path: path, offset: inflater.consumed,
          "the gzip stream is damaged: \(why) (counted in the compressed file)")
      }
    }
  }

  private func readPlain(into bytes: inout [UInt8], at start: Int) throws(CaptureError) -> Int {
    do {
      return try bytes.withUnsafeMutableBytes { try descriptor.read(into: .init(rebasing: $0[start...])) }
    } catch {
      throw CaptureError(.unreadable, path: path, "cannot read: \(words(for: error))")
    }
  }
}

/// The system's words for an error it reported.
func words(for error: any Error) -> String {
  (error as? Errno)?.description ?? String(describing: error)
}
