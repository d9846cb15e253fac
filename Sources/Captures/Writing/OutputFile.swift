internal import SensitiveFiles
internal import SystemPackage

/// A file, a pipe or standard output that is written block by block. If possible, it never contains a partial block.
///
/// When the disk is full, a regular file is truncated to its last complete block.
struct OutputFile: ~Copyable {
  /// The size of the buffer, which is written at once.
  static let capacity = 256 * 1024

  /// As it was given.
  let path: String
  /// Its name in messages.
  private let name: String
  private let descriptor: FileDescriptor
  private var isOpen = true
  private var buffer: [UInt8] = []
  /// The end of each block in the buffer, which shows the complete blocks when a write is incomplete.
  private var ends: [(end: Int, packets: Int)] = []
  /// The position of the buffer's first byte in the file; nil if the file cannot be truncated, such as a pipe.
  private var position: Int64?
  /// The number of bytes that were written to the system.
  private var handedOver: Int64 = 0
  /// The packets added so far.
  private var packets = 0
  /// The packets that are complete in the file.
  private(set) var packetsInFile = 0
  private var failure: CaptureError?

  /// Creates or truncates a file. `-` is standard output.
  ///
  /// - Parameter onlyRegular: whether to refuse pipes and devices, on which opening or writing can block.
  static func create(_ path: String, onlyRegular: Bool = false) throws(CaptureError) -> OutputFile {
    do {
      guard path != "-" else { return OutputFile(path: path, try FileDescriptor.standardOutput.duplicate()) }
      return OutputFile(path: path, try SensitiveFile.create(path, onlyRegular: onlyRegular))
    } catch {
      throw CaptureError(.unwritable, path: path, "cannot write: \(words(for: error))")
    }
  }

  private init(path: String, _ descriptor: FileDescriptor) {
    self.path = path
    self.descriptor = descriptor
    name = nameOfFile(descriptor, openedAs: path)
    position = isRegularFile(descriptor) ? try? descriptor.seek(offset: 0, from: .current) : nil
    buffer.reserveCapacity(Self.capacity + 64 * 1024)
  }

  deinit {
    if isOpen {
      try? descriptor.close()
    }
  }

  /// The number of written and buffered bytes.
  var length: Int64 { handedOver + Int64(buffer.count) }

  mutating func append(_ bytes: Span<UInt8>) {
    // The pointer is used only during this call, which copies the bytes.
    bytes.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
  }

  mutating func append(_ text: some Sequence<UInt8>) {
    buffer.append(contentsOf: text)
  }

  mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    withUnsafeBytes(of: value.littleEndian) { buffer.append(contentsOf: $0) }
  }

  /// Appends zeros up to the next multiple of four after `count` bytes.
  mutating func pad(after count: Int) {
    for _ in 0..<(-count & 3) {
      buffer.append(0)
    }
  }

  /// Marks the bytes since the last block as a complete block.
  mutating func endBlock(isPacket: Bool) throws(CaptureError) {
    packets += isPacket ? 1 : 0
    ends.append((buffer.count, packets))
    if buffer.count >= Self.capacity {
      try flush()
    }
  }

  /// Writes all buffered data to the system.
  mutating func flush() throws(CaptureError) {
    if let failure { throw failure }
    let (written, errno) = writeBuffer()
    if let errno {
      let whole = ends.last { $0.end <= written } ?? (0, packetsInFile)
      packetsInFile = whole.packets
      let failure = explain(errno, cutAt: whole.end)
      self.failure = failure
      throw failure
    }
    position? += Int64(buffer.count)
    handedOver += Int64(buffer.count)
    packetsInFile = packets
    buffer.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Flushes and closes the file. The file is closed even if an error is thrown.
  mutating func close() throws(CaptureError) {
    guard isOpen else { return }
    isOpen = false
    do {
      try flush()
    } catch {
      try? descriptor.close()
      throw error
    }
    do {
      try descriptor.close()
    } catch {
      throw CaptureError(.unwritable, path: name, "cannot finish writing: \(words(for: error))")
    }
  }

  /// Writes as much of the buffer as possible. Returns the number of bytes, and the error if it stopped early.
  private func writeBuffer() -> (written: Int, Errno?) {
    var written = 0
    while written < buffer.count {
      do {
        written += try buffer.withUnsafeBytes { try descriptor.write(.init(rebasing: $0[written...])) }
      } catch Errno.resourceTemporarilyUnavailable {
        waitUntilWritable(descriptor)
      } catch {
        return (written, error as? Errno ?? .ioError)
      }
    }
    return (written, nil)
  }

  private func explain(_ errno: Errno, cutAt whole: Int) -> CaptureError {
    let count = "the file has \(packetsInFile) complete packet\(packetsInFile == 1 ? "" : "s")"
    if errno == .brokenPipe {
      return CaptureError(.closedPipe, path: name, "the reader has exited; \(packetsInFile) packets were written")
    }
    if let position, (try? descriptor.resize(to: position + Int64(whole))) == nil {
      return CaptureError(.unwritable, path: name, "cannot write: \(errno.description); its last packet is incomplete")
    }
    let noSpace = [Errno.noSpace, .diskQuotaExceeded, .fileTooLarge].contains(errno)
    return CaptureError(noSpace ? .diskFull : .unwritable, path: name, "cannot write: \(errno.description); \(count)")
  }
}
