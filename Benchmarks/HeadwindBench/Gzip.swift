import CZlib

/// Compresses whole bodies as a server does.
enum Gzip {
  static func compress(_ body: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // 16 + 15: a gzip header, and the largest window.
    let status = deflateInit2_(
      &stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib cannot start: \(status)")
    defer { deflateEnd(&stream) }
    var (input, output) = (body, [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(body.count)))))
    let room = output.count
    let end = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(room)
        return deflate(&stream, Z_FINISH)
      }
    }
    precondition(end == Z_STREAM_END, "zlib stopped: \(end)")
    return Array(output[..<(room - Int(stream.avail_out))])
  }
}
