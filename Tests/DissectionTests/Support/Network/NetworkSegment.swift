import Wire

/// A TCP segment of a simulated conversation, its place counted from the first byte of its sender.
struct NetworkSegment {
  var side: Int
  var offset: Int
  var bytes: [UInt8] = []
  var acknowledged: Int
  var isLast = false

  var end: Int { offset + bytes.count + (isLast ? 1 : 0) }
}
