internal import SystemPackage

/// The buffer through which a file is read: a sliding window that is at most as long as the longest record.
///
/// Its memory does not depend on the file's length. It never waits for more bytes of a pipe than the next record
/// needs, so that a frame is delivered as soon as it has arrived.
struct InputBuffer: ~Copyable {
  let path: String
  private var source: InputFile
  private var storage: [UInt8]
  private var start = 0
  private var end = 0
  /// The position of the window in the file.
  private(set) var offset = 0
  /// Whether `require` waits for bytes that have not arrived yet. If not, it returns false, and `wasStarved` is true.
  var isPatient = true
  /// Whether to read nothing beyond the current window.
  var takesNoMore = false
  private var isStarved = false

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameter capacity: how many bytes are read at a time, as long as no record is longer. The data of 256 KB stays in a core's
  ///   second-level cache while it is used.
  static func open(_ path: String, capacity: Int = 256 * 1024) throws(CaptureError) -> InputBuffer {
    InputBuffer(try InputFile(path: path), capacity: max(16, capacity))
  }

  private init(_ source: consuming InputFile, capacity: Int) {
    path = source.path
    self.source = source
    storage = Array(repeating: 0, count: capacity)
  }

  /// The length of the window in bytes.
  var available: Int { end - start }

  /// The window's bytes.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self) get { storage.span.extracting(start..<end) }
  }

  /// Makes the window at least `count` bytes long. Returns false if the file ends before that. The caller must limit
  /// `count`.
  mutating func require(_ count: Int) throws(CaptureError) -> Bool {
    if end - start >= count { return true }
    return try fill(count)
  }

  /// Moves the window past `count` bytes of it.
  mutating func consume(_ count: Int) {
    precondition(count <= end - start)
    start += count
    offset += count
  }

  /// Skips `count` bytes, which need not be in the window. Returns false if the file ends before that.
  mutating func skip(_ count: Int) throws(CaptureError) -> Bool {
    var left = count
    while left > 0 {
      guard try require(1) else { return false }
      let step = min(left, available)
      consume(step)
      left -= step
    }
    return true
  }

  /// Whether `seek` works.
  var isSeekable: Bool { source.isSeekable }

  /// Moves the window to a place in the file.
  mutating func seek(to place: Int) throws(CaptureError) {
    isStarved = false
    if place >= offset, place - offset <= available { return consume(place - offset) }
    try source.seek(to: place)
    (start, end, offset) = (0, 0, place)
  }

  /// If the file begins like a gzip or zstd file, continues with its decompressed content.
  mutating func decompressIfCompressed() throws(CaptureError) {
    // Two or three bytes are enough, and a very short file may not have more.
    let known = try require(4) || available > 1
    guard known, let kind = CompressionKind(bytes) else { return }
    try source.decompress(kind, after: Array(storage[start..<end]))
    (start, end, offset) = (0, 0, 0)
  }

  /// Whether bytes were missing since the last call because they had not arrived yet.
  mutating func wasStarved() -> Bool {
    defer { isStarved = false }
    return isStarved
  }

  /// Waits until bytes or the end of the file have arrived, or until another descriptor is readable.
  func wait(or alarm: FileDescriptor?) {
    source.wait(or: alarm)
  }

  func load16(_ at: Int, bigEndian: Bool) -> UInt16 {
    let value = storage.span.bytes.unsafeLoadUnaligned(fromByteOffset: start + at, as: UInt16.self)
    return bigEndian ? UInt16(bigEndian: value) : UInt16(littleEndian: value)
  }

  func load32(_ at: Int, bigEndian: Bool) -> UInt32 {
    // Any four bytes form a valid UInt32, and the load checks that they are inside the storage.
    let value = storage.span.bytes.unsafeLoadUnaligned(fromByteOffset: start + at, as: UInt32.self)
    return bigEndian ? UInt32(bigEndian: value) : UInt32(littleEndian: value)
  }

  /// Grows with the bytes that arrive, and not with a length in the file, so that a hostile length costs no memory.
  private mutating func fill(_ count: Int) throws(CaptureError) -> Bool {
    moveToFront()
    while end < count {
      if end == storage.count {
        storage.append(contentsOf: [UInt8](repeating: 0, count: min(count, 2 * end) - end))
      }
      guard !takesNoMore, let read = try source.read(into: &storage, at: end, waits: isPatient) else {
        isStarved = true
        return false
      }
      guard read > 0 else { return false }
      end += read
    }
    return true
  }

  private mutating func moveToFront() {
    guard start > 0 else { return }
    let (from, length) = (start, end - start)
    storage.withUnsafeMutableBytes { bytes in
      // Both ranges are inside the storage, and copyMemory allows them to overlap.
      bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[from..<from + length]))
    }
    (start, end) = (0, length)
  }
}
