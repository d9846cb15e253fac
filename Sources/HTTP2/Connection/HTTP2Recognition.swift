import Wire

/// Whether bytes are of HTTP/2, for whoever has to choose a reader.
public enum HTTP2Recognition {
  /// Whether bytes are HTTP/2.
  public enum Verdict: Hashable, Sendable {
    /// They are not.
    case no
    /// They may be, if more bytes like them follow.
    case maybe
    /// They are, as far as they can be told.
    case yes
  }

  /// Judges the first bytes that a client sent: they are the preface (RFC 9113 section 3.4), or may become it.
  public static func preface(_ bytes: Span<UInt8>) -> Verdict {
    let preface = HTTP2FrameReader.preface
    for index in 0..<min(bytes.count, preface.count) where bytes[index] != preface[index] { return .no }
    return bytes.count >= preface.count ? .yes : .maybe
  }

  /// Judges bytes that a side sent after the capture had begun, from the beginning of a segment or record: they are frames in a
  /// row.
  ///
  /// It takes a few frames to be sure. A verdict of `maybe` is worth little where few bytes were judged.
  public static func frames(_ bytes: Span<UInt8>) -> Verdict {
    switch HTTP2Plausibility().judge(bytes, from: 0, window: HTTP2FrameSearch.window, maxFrameSize: 0xFF_FFFF) {
    case .no: .no
    case .maybe: .maybe
    case .yes: .yes
    }
  }
}
