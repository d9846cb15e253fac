internal import SystemPackage

/// A file, a pipe or standard output that is written block by block and never keeps half a block where that can be helped.
///
/// When the disk is full, a regular file is cut back to its last whole block.
struct OutputFile: ~Copyable {
  /// Written to the system at once.
  static let capacity = 256 * 1024

  let path: String
  private let descriptor: FileDescriptor
  private var isOpen = true
  private var buffer: [UInt8] = []
  /// Where in the buffer each block ends, so that we know what is whole when a write stops in the middle.
  private var ends: [(end: Int, packets: Int)] = []
  /// Where the buffer's first byte goes in the file; `nil` where nothing can be cut off, as in a pipe.
  private var position: Int64?
  /// What was handed to the system.
  private var handedOver: Int64 = 0
  /// The packets added so far.
  private var packets = 0
  /// The packets that are whole in the file.
  private(set) var packetsInFile = 0
  private var failure: CaptureError?

  /// Makes the file, or empties the one that is there; `-` is standard output.
  ///
  /// Captures hold passwords and tokens, so a new file is for its owner alone, as dumpcap makes it.
  /// - Parameter onlyRegular: whether to refuse pipes and devices, for whom opening or writing may wait for somebody else.
  static func create(_ path: String, onlyRegular: Bool = false) throws(CaptureError) -> OutputFile {
    var options: FileDescriptor.OpenOptions = [.create, .truncate, .closeOnExec]
    if onlyRegular { options.insert(.nonBlocking) }
    let descriptor: FileDescriptor
    do {
      guard path != "-" else { return OutputFile(path: path, try FileDescriptor.standardOutput.duplicate()) }
      descriptor = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: options, permissions: .ownerReadWrite)
    } catch {
      throw CaptureError(.unwritable, path: path, "cannot write: \(words(for: error))")
    }
    let file = OutputFile(path: path, descriptor)
    guard !onlyRegular || file.position != nil else {
      throw CaptureError(.unwritable, path: path, "cannot write: it is not a regular file")
    }
    return file
  }

  private init(path: String, _ descriptor: FileDescriptor) {
    self.path = path
    self.descriptor = descriptor
    position = isRegularFile(descriptor) ? try? descriptor.seek(offset: 0, from: .current) : nil
    buffer.reserveCapacity(Self.capacity + 64 * 1024)
  }

  deinit {
    if isOpen {
      try? descriptor.close()
    }
  }

  /// What was handed to the system and what waits for it.
  var length: Int64 { handedOver + Int64(buffer.count) }

  mutating func append(_ bytes: Span<UInt8>) {
    // The span lends its bytes for this one call, and append copies them.
    bytes.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
  }

  mutating func append(_ text: some Sequence<UInt8>) {
    buffer.append(contentsOf: text)
  }

  mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    withUnsafeBytes(of: value.littleEndian) { buffer.append(contentsOf: $0) }
  }

  /// Zeroes up to the next multiple of four after `count` bytes.
  mutating func pad(after count: Int) {
    for _ in 0..<(-count & 3) {
      buffer.append(0)
    }
  }

  /// Says that what was appended since the last block is a block.
  mutating func endBlock(isPacket: Bool) throws(CaptureError) {
    packets += isPacket ? 1 : 0
    ends.append((buffer.count, packets))
    if buffer.count >= Self.capacity {
      try flush()
    }
  }

  /// Hands everything to the system.
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

  /// Flushes and closes. An error of either is thrown; the file is closed in any case.
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
      throw CaptureError(.unwritable, path: path, "cannot finish writing: \(words(for: error))")
    }
  }

  /// Writes as much of the buffer as the system takes; gives how much that was, and why it stopped.
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
      return CaptureError(.closedPipe, path: path, "the reader has exited; \(packetsInFile) packets were written")
    }
    if let position, (try? descriptor.resize(to: position + Int64(whole))) == nil {
      return CaptureError(.unwritable, path: path, "cannot write: \(errno.description); its last packet is incomplete")
    }
    let noSpace = [Errno.noSpace, .diskQuotaExceeded, .fileTooLarge].contains(errno)
    return CaptureError(noSpace ? .diskFull : .unwritable, path: path, "cannot write: \(errno.description); \(count)")
  }
}
