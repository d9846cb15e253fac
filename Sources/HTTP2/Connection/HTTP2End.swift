import Wire

/// What one end of a connection has sent, and what is in force for it.
struct HTTP2End: Sendable {
  /// A field block that is not whole.
  struct OpenBlock: Sendable {
    var stream: UInt32
    /// The stream that a PUSH_PROMISE opens.
    var promised: UInt32?
    var endsStream: Bool
    var priority: HTTP2Priority?
    /// The offset of the first frame.
    var start: Int64
    /// Why it is not going to be decoded.
    var loss: HTTP2LostHeaders?
  }

  /// How many SETTINGS frames may wait for their acknowledgment.
  private static let pendingLimit = 16

  var reader: HTTP2FrameReader
  var decoder: HPACKDecoder
  var hasBegun = false
  /// Whether what has to come first has come: the preface, or a SETTINGS frame.
  var hasGreeted: Bool
  /// The frame being read, and whether bytes of it are missing.
  var header = HTTP2FrameHeader(payloadLength: 0, type: .data, stream: 0)
  var isBroken = false
  var block: OpenBlock?
  /// The fragments of the block so far.
  var fragments: [UInt8] = []
  /// Its settings that the other end has acknowledged.
  private(set) var settings = HTTP2Settings()
  /// Whether all of its settings were seen.
  var areSettingsKnown: Bool
  var hasSettings = false
  private var pending: [[HTTP2Setting]] = []
  /// What it has sent that counts for the connection's window, and what the other end has added to that.
  var sent: Int64 = 0
  var granted: Int64 = 0
  var isStalled = false
  /// How many of its streams wait for a window update, and how many it has not ended.
  var stalledCount = 0
  var sendingCount = 0

  init(_ start: HTTP2FrameReader.Start, _ limits: HTTP2Limits) {
    reader = HTTP2FrameReader(start, limit: limits.payload)
    decoder = HPACKDecoder(limits: limits.fields, isFromBeginning: start == .beginning)
    areSettingsKnown = start == .beginning
    hasGreeted = start == .middle
  }

  var heldBytes: Int {
    reader.heldBytes + decoder.heldBytes + fragments.capacity + pending.count * MemoryLayout<HTTP2Setting>.stride * 8
  }

  /// Takes settings that the other end has not acknowledged yet.
  mutating func propose(_ list: [HTTP2Setting]) {
    hasSettings = true
    var kept: [HTTP2Setting] = []
    // Only the last value of a setting counts in the end, and only those that mean something to us are kept.
    for setting in list.reversed() where setting.isValid && (1...9).contains(setting.identifier.rawValue) {
      if !kept.contains(where: { $0.identifier == setting.identifier }) { kept.append(setting) }
    }
    pending.append(kept)
    if pending.count > Self.pendingLimit { acknowledge() }
  }

  /// The other end has put the oldest of them in force.
  mutating func acknowledge() {
    guard !pending.isEmpty else { return }
    for setting in pending.removeFirst() { settings.apply(setting) }
  }

  /// The most that a setting may be taken for: what is in force, or what will be once it is acknowledged. The other end may act
  /// upon a new value before it says so.
  func most(_ identifier: HTTP2Setting.Identifier, _ inForce: UInt32) -> UInt32 {
    pending.reduce(inForce) { most, list in
      list.reduce(most) { $1.identifier == identifier ? max($0, $1.value) : $0 }
    }
  }

  var initialWindow: Int64 { Int64(most(.initialWindowSize, settings.initialWindowSize)) }
}
