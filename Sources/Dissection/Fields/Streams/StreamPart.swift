/// What one packet brought of a message.
struct StreamPart {
  var frame: Int
  var count: Int
}
