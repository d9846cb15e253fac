/// Finding bytes in bytes.
enum ByteSearch {
  static func contains(_ row: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= row.count else { return false }
    for start in 0...(row.count - part.count) where row[start] == first {
      var length = 1
      while length < part.count, row[start + length] == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }
}
