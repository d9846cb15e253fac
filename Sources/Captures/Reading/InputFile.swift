internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file, a pipe or standard input, which is read in order and decompressed if necessary.
struct InputFile: ~Copyable {
  let path: String
  private let descriptor: FileDescriptor
  /// Whether it is a regular file, for which reads never wait.
  private let isFile: Bool
  private var compressed: CompressedInput?

  /// Opens `path`; `-` is standard input.
  init(path: String) throws(CaptureError) {
    self.path = path
    do {
      descriptor =
        path == "-"
        ? try FileDescriptor.standardInput.duplicate() : try .open(FilePath(path), .readOnly, options: .closeOnExec)
    } catch {
      throw CaptureError(.unreadable, path: path, "cannot open: \(words(for: error))")
    }
    isFile = isRegularFile(descriptor)
  }

  deinit {
    try? descriptor.close()
  }

  /// Reads available bytes into `bytes`, beginning at `start`: at least one byte, unless the end is reached.
  /// - Parameter waits: whether to wait for bytes. If not, nil means that none have arrived yet.
  func read(into bytes: inout [UInt8], at start: Int, waits: Bool) throws(CaptureError) -> Int? {
    if let compressed { return try decompress(compressed, into: &bytes, at: start, waits: waits) }
    return try readPlain(into: &bytes, at: start, waits: waits)
  }

  /// From here on, `read` returns the decompressed content of `head` and the rest of the file.
  mutating func decompress(_ kind: CompressionKind, after head: [UInt8]) throws(CaptureError) {
    compressed = CompressedInput(kind, head: head)
    guard compressed != nil else {
      throw CaptureError(.unreadable, path: path, "cannot set up decompression: out of memory")
    }
  }

  /// Whether `seek` works.
  var isSeekable: Bool { isFile && compressed == nil }

  /// Continues reading at a place in the file.
  func seek(to place: Int) throws(CaptureError) {
    do {
      try descriptor.seek(offset: Int64(place), from: .start)
    } catch {
      throw CaptureError(.unreadable, path: path, "cannot seek: \(words(for: error))")
    }
  }

  /// Waits until the file or another descriptor is readable.
  func wait(or alarm: FileDescriptor?) {
    guard !isFile else { return }
    waitUntilReadable(descriptor, or: alarm)
  }

  private func decompress(
    _ compressed: CompressedInput, into bytes: inout [UInt8], at start: Int, waits: Bool
  ) throws(CaptureError) -> Int? {
    while true {
      do throws(DecompressionFailure) {
        if case .output(let count) = try compressed.decompress(into: &bytes, at: start) { return count }
      } catch {
        throw CaptureError(
          .malformed, path: path, offset: compressed.consumed,
          "the \(compressed.kind.name) stream is corrupt: \(error.words) (counted in the compressed file)")
      }
      guard let count = try readPlain(into: &compressed.input, at: 0, waits: waits) else { return nil }
      guard count > 0 else {
        if compressed.mayEnd { return 0 }
        throw CaptureError(
          .cutShort, path: path, offset: compressed.consumed,
          "the \(compressed.kind.name) stream ends before its end mark (counted in the compressed file)")
      }
      compressed.supplied(count)
    }
  }

  private func readPlain(into bytes: inout [UInt8], at start: Int, waits: Bool) throws(CaptureError) -> Int? {
    if !waits, !isFile, !isReadable(descriptor) { return nil }
    do {
      return try bytes.withUnsafeMutableBytes { try descriptor.read(into: .init(rebasing: $0[start...])) }
    } catch {
      throw CaptureError(.unreadable, path: path, "cannot read: \(words(for: error))")
    }
  }
}

/// The system's message for an error.
func words(for error: any Error) -> String {
  (error as? Errno)?.description ?? String(describing: error)
}
