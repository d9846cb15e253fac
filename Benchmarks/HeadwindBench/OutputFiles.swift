import Glibc

/// Judges two programs' outputs, piece by piece: they may be larger than memory should be.
enum OutputFiles {
  /// Whether two files are equal to the byte.
  static func areEqual(_ first: String, _ second: String) throws -> (isEqual: Bool, words: String) {
    let files = (try open(first), try open(second))
    defer {
      fclose(files.0)
      fclose(files.1)
    }
    var pieces = ([UInt8](repeating: 0, count: 1 << 16), [UInt8](repeating: 0, count: 1 << 16))
    var compared = 0
    while true {
      let counts = (fread(&pieces.0, 1, pieces.0.count, files.0), fread(&pieces.1, 1, pieces.1.count, files.1))
      guard counts.0 == counts.1, pieces.0[..<counts.0] == pieces.1[..<counts.1] else {
        return (false, "DIFFERENT within the \(pieces.0.count) bytes from byte \(compared) on")
      }
      guard counts.0 > 0 else { return (true, "equal to the byte (\(compared / 1_000_000) MB)") }
      compared += counts.0
    }
  }

  /// Whether two files have the same rows, but for those where the second, tshark's, has no time: it does not pair a response
  /// with its request where segments were lost, came twice or out of order.
  static func haveEqualRows(_ first: String, _ second: String) throws -> (isEqual: Bool, words: String) {
    var rows: [String] = []
    _ = try lines(first) { row in
      rows.append(String(row))
      return false
    }
    var (place, different, withoutTime) = (0, 0, 0)
    _ = try lines(second) { row in
      defer { place += 1 }
      guard place < rows.count, rows[place] != row else { return false }
      let isUntimed = row.hasSuffix("\t") && rows[place].hasPrefix(row)
      (different, withoutTime) = isUntimed ? (different, withoutTime + 1) : (different + 1, withoutTime)
      return false
    }
    let words = "\(rows.count) rows, tshark \(place); \(different) differ; \(withoutTime) have a time only here"
    return (place == rows.count && different == 0, words)
  }

  /// How many rows the first file has, and how many of them are not as in the second.
  static func differentRows(_ first: String, _ second: String) throws -> (count: Int, different: Int) {
    var rows: [String] = []
    _ = try lines(first) { row in
      rows.append(String(row))
      return false
    }
    var (place, different) = (0, 0)
    _ = try lines(second) { row in
      if place < rows.count, rows[place] != row { different += 1 }
      place += 1
      return false
    }
    return (rows.count, different)
  }

  /// What a rule makes of the words of each line, sorted; lines of which it makes nothing are left out.
  static func sortedRows(_ path: String, _ rule: ([Substring]) -> String?) throws -> [String] {
    var rows: [String] = []
    _ = try lines(path) { line in
      if let row = rule(line.split { " \t|".contains($0) }) { rows.append(row) }
      return false
    }
    return rows.sorted()
  }

  /// A checksum of all that an extended regular expression finds in a file, in its order; spaces do not count.
  static func digest(_ path: String, of pattern: String, in folder: String) throws -> String {
    let output = folder + "/digest.out"
    defer { unlink(output) }
    _ = try ProgramRun(
      ["sh", "-c", "LC_ALL=C grep -oE -- '\(pattern)' '\(path)' | tr -d ' ' | cksum"], output: output)
    return try words(output).prefix(1).joined()
  }

  /// How many lines of a file a rule takes.
  static func lines(_ path: String, where rule: (Substring) -> Bool) throws -> Int {
    let file = try open(path)
    defer { fclose(file) }
    var (line, room, count): (UnsafeMutablePointer<CChar>?, Int, Int) = (nil, 0, 0)
    defer { free(line) }
    while getline(&line, &room, file) > 0, let line {
      count += rule(String(cString: line)[...].dropLast()) ? 1 : 0
    }
    return count
  }

  /// How many rows with a number in their first column there are, and the sum of another column.
  static func rows(_ path: String, summing column: Int) throws -> (count: Int, sum: Int) {
    var sum = 0
    let count = try lines(path) { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count > column, Int(fields[0]) != nil else { return false }
      sum += Int(fields[column]) ?? 0
      return true
    }
    return (count, sum)
  }

  /// The words of a file's first line.
  static func words(_ path: String) throws -> [String] {
    var words: [String]?
    _ = try lines(path) { line in
      words = words ?? line.split(separator: " ").map(String.init)
      return false
    }
    return words ?? []
  }

  private static func open(_ path: String) throws -> UnsafeMutablePointer<FILE> {
    guard let file = fopen(path, "r") else { throw BenchError("\(path) cannot be read") }
    return file
  }
}
