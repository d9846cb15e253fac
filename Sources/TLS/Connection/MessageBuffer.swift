/// The handshake message of which not all records have come.
struct MessageBuffer {
  var bytes: [UInt8] = []
  /// The rest of a message that is too long to be kept.
  var skipped = 0
  /// The offset of the record in which it began.
  var start: Int64 = 0
  /// Whether records were lost, so that the next may begin inside a message.
  var isUnaligned = false

  mutating func loseTrack() {
    bytes = []
    skipped = 0
    isUnaligned = true
  }
}
