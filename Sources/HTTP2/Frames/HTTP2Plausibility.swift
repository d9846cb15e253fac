import Wire

/// Whether bytes look like frames in a row.
struct HTTP2Plausibility: Sendable {
  /// How much a row has to say, in bits: what chance would bring about once in 2 to the power of this many places.
  static let enough = 100
  /// The same for a row that ends where the stream does.
  static let enoughAtEnd = 60

  enum Verdict: Hashable, Sendable {
    case no
    /// The bytes end before the row says enough.
    case maybe
    case yes
  }

  /// The greatest stream that is known; 0 if none is.
  var greatestStream: UInt32 = 0

  /// Judges the row that begins at `start` and has to be believed within `window` bytes.
  ///
  /// - Parameter isEnd: whether no bytes follow.
  func judge(_ bytes: Span<UInt8>, from start: Int, window: Int, maxFrameSize: Int, isEnd: Bool = false) -> Verdict {
    var bits = 0
    var place = start
    while bits < Self.enough {
      guard place - start <= window else { return .no }
      if isEnd, place >= bytes.count { return place == bytes.count && bits >= Self.enoughAtEnd ? .yes : .no }
      guard let header = HTTP2FrameHeader(bytes, at: place) else {
        // The first byte is the highest of the length, and tells most places from a header.
        return place < bytes.count && bytes[place] > UInt8(clamping: maxFrameSize >> 16) ? .no : .maybe
      }
      guard header.payloadLength <= maxFrameSize, let weight = weight(header) else { return .no }
      bits += weight
      place += HTTP2FrameHeader.length + header.payloadLength
    }
    return .yes
  }

  /// True if bytes are frames that make sense, of which the last ends where the bytes do.
  func fills(_ bytes: Span<UInt8>) -> Bool {
    var place = 0
    while place < bytes.count {
      guard let header = HTTP2FrameHeader(bytes, at: place), weight(header) != nil else { return false }
      place += HTTP2FrameHeader.length + header.payloadLength
    }
    return place == bytes.count && place > 0
  }

  /// How many bits a header has as they have to be; nil if it cannot be one that we expect.
  private func weight(_ header: HTTP2FrameHeader) -> Int? {
    guard !header.isReservedSet, isPlausible(header) else { return nil }
    switch header.type {
    case .ping, .settings: return 64
    case .goaway, .windowUpdate, .priority, .resetStream: return 48
    case .data, .headers, .pushPromise, .continuation:
      return header.stream <= greatestStream ? 50 : 30
    default: return 24
    }
  }

  private func isPlausible(_ header: HTTP2FrameHeader) -> Bool {
    let (length, flags, stream) = (header.payloadLength, header.flags, header.stream)
    // No connection gets this far with its streams, or skips this many. The search relies on the first byte being 0.
    guard stream < 1 << 24, greatestStream == 0 || stream <= greatestStream + 4096 else { return false }
    switch header.type {
    case .data:
      return stream != 0 && flags.isSubset(of: [.endStream, .padded]) && (length > 0 || flags == .endStream)
    case .headers:
      return stream != 0 && length > 0 && flags.isSubset(of: [.endStream, .endHeaders, .padded, .priority])
    case .continuation: return stream != 0 && flags.isSubset(of: .endHeaders)
    case .pushPromise: return stream != 0 && length > 4 && flags.isSubset(of: [.endHeaders, .padded])
    case .priority: return stream != 0 && length == 5 && flags.isEmpty
    case .resetStream: return stream != 0 && length == 4 && flags.isEmpty
    case .windowUpdate: return length == 4 && flags.isEmpty
    case .settings:
      guard stream == 0 else { return false }
      return flags == .ack ? length == 0 : flags.isEmpty && length <= 120 && length % HTTP2Setting.length == 0
    case .ping: return stream == 0 && length == 8 && flags.isSubset(of: .ack)
    case .goaway: return stream == 0 && length >= 8 && length <= 1024 && flags.isEmpty
    case .altSvc, .origin, .priorityUpdate: return length > 0 && flags.isEmpty
    default: return false
    }
  }
}
