internal import CZlib

/// The gzip decompression of a stream that is handed over piece by piece; several members in a row are one stream.
final class Inflater {
  enum Step {
    /// This many bytes were written.
    case output(Int)
    /// Everything handed over is used up.
    case needsInput
    /// The stream is not what gzip writes.
    case damaged(String)
  }

  /// Compressed bytes: filled by the caller, who then calls `supplied`.
  var input: [UInt8]
  /// How many compressed bytes are behind us.
  private(set) var consumed = 0
  private var used = 0
  private var filled: Int
  /// Whether the stream may end here.
  private(set) var isAtMemberEnd = false
  /// zlib keeps a pointer to its stream, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Starts with the compressed bytes in `head`; `nil` if there is no memory.
  init?(head: [UInt8]) {
    input = head
    filled = head.count
    if input.count < 64 * 1024 {
      input.append(contentsOf: repeatElement(0, count: 64 * 1024 - input.count))
    }
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 16 + 15: a gzip header, and the largest window.
    guard inflateInit2_(stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Says that the first `count` bytes of `input` are new.
  func supplied(_ count: Int) {
    used = 0
    filled = count
  }

  /// Decompresses into `bytes` from `start` on.
  func inflate(into bytes: inout [UInt8], at start: Int) -> Step {
    guard start < bytes.count else { return .output(0) }
    if isAtMemberEnd {
      guard used < filled else { return .needsInput }
      isAtMemberEnd = false
    }
    let room = bytes.count - start
    let (from, count) = (used, filled - used)
    let status = input.withUnsafeMutableBufferPointer { source in
      bytes.withUnsafeMutableBufferPointer { target in
        // zlib reads within [from, from + count) and writes within the room: both are inside the arrays.
        stream.pointee.next_in = source.baseAddress.map { $0 + from }
        stream.pointee.avail_in = UInt32(count)
        stream.pointee.next_out = target.baseAddress.map { $0 + start }
        stream.pointee.avail_out = UInt32(clamping: room)
        return CZlib.inflate(stream, Z_NO_FLUSH)
      }
    }
    let taken = count - Int(stream.pointee.avail_in)
    let written = min(room, Int(UInt32.max)) - Int(stream.pointee.avail_out)
    used += taken
    consumed += taken
    if status == Z_STREAM_END {
      isAtMemberEnd = true
      inflateReset(stream)
    }
    if written > 0 { return .output(written) }
    switch status {
    case Z_OK, Z_BUF_ERROR: return .needsInput
    case Z_STREAM_END: return inflate(into: &bytes, at: start)
    default: return .damaged(stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(status)")
    }
  }
}
