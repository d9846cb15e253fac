internal import Wire

/// Reads the blocks other than sections, interfaces and packets, and checks the lengths of all blocks.
extension CaptureReader {
  /// The largest block that is parsed: the largest frame with options.
  private static let largestBlock = 16 * 1024 * 1024

  /// Reads names, secrets, statistics and vendor-specific blocks; skips all others.
  mutating func readOther(_ type: UInt32) throws(CaptureError) {
    switch type {
    case BlockType.statistics: try readStatistics()
    case BlockType.names where wantsBlocks: try keep(type, "a name resolution block", atLeast: 12, Self.names)
    case BlockType.secrets: try keep(type, "a decryption secrets block", atLeast: 20, Self.secrets)
    case BlockType.custom where wantsBlocks: try keep(type, "a custom block", atLeast: 16, Self.custom)
    default: try passOver()
    }
  }

  private mutating func readStatistics() throws(CaptureError) {
    let length = try wholeBlock("an interface statistics block", atLeast: 24)
    let id = Int(input.load32(8, bigEndian: bigEndian))
    // Ignore statistics of an interface without a description.
    guard id < interfaces.count else { return input.consume(length) }
    let resolution = interfaces[id].resolution
    var statistics = InterfaceStatistics(interface: id, time: resolution.timestamp(loadTime(12)))
    for option in options(in: 20..<length - 4, of: .statistics) {
      switch (option.code, option.value.count) {
      case (CaptureOption.Code.statisticsStart, 8): statistics.start = resolution.timestamp(option.twoWords)
      case (CaptureOption.Code.statisticsEnd, 8): statistics.end = resolution.timestamp(option.twoWords)
      default: statistics.options.append(option)
      }
    }
    // The last block replaces earlier ones, because its counts are totals.
    drops[id] = statistics.drops
    keepRemarks(of: statistics)
    try add(.statistics(statistics))
    input.consume(length)
  }

  private mutating func keep(
    _ type: UInt32, _ name: String, atLeast least: Int, _ reorder: (inout [UInt8]) -> Bool
  ) throws(CaptureError) {
    let length = try wholeBlock(name, atLeast: least)
    var body = copy(8..<length - 4)
    // A malformed block that cannot be converted to the other byte order is left out.
    if !bigEndian || reorder(&body) {
      if type == BlockType.secrets, let lines = DecryptionSecrets.keyLog(in: body) { add(keyLog: lines) }
      try add(.opaque(type: type, body: body))
    }
    input.consume(length)
  }

  /// Loads a whole block into the window and returns its length, after checking that both length fields agree.
  mutating func wholeBlock(_ name: String, atLeast least: Int) throws(CaptureError) -> Int {
    let length = try blockLength(name, atLeast: least)
    guard length <= Self.largestBlock else {
      throw malformed("\(name) claims \(length) bytes; the maximum is \(Self.largestBlock)")
    }
    guard try input.require(length) else { throw cutShort(name, needed: length) }
    try check(trailerAt: length - 4, name, length)
    return length
  }

  private func blockLength(_ name: String, atLeast least: Int) throws(CaptureError) -> Int {
    let length = Int(input.load32(4, bigEndian: bigEndian))
    guard length >= least, length & 3 == 0 else {
      throw malformed("\(name) claims \(length) bytes; the length must be a multiple of 4, and at least \(least)")
    }
    return length
  }

  private func check(trailerAt at: Int, _ name: String, _ length: Int) throws(CaptureError) {
    let trailer = Int(input.load32(at, bigEndian: bigEndian))
    guard trailer == length else {
      throw malformed("\(name) has the length \(length) at its start and \(trailer) at its end")
    }
  }

  /// Skips a block of any length.
  private mutating func passOver() throws(CaptureError) {
    let length = try blockLength("a block", atLeast: 12)
    if length <= Self.largestBlock {
      _ = try wholeBlock("a block", atLeast: 12)
      return input.consume(length)
    }
    let start = input.offset
    // Skipping cannot be resumed, so wait for the whole block.
    let isPatient = input.isPatient
    input.isPatient = true
    defer { input.isPatient = isPatient }
    guard try input.skip(length - 4), try input.require(4) else {
      throw CaptureError(
        .cutShort, path: path, offset: input.offset + input.available,
        "a block that starts at byte \(start) needs \(length) bytes")
    }
    try check(trailerAt: 0, "a block", length)
    input.consume(4)
  }

  func loadTime(_ at: Int) -> UInt64 {
    UInt64(input.load32(at, bigEndian: bigEndian)) << 32 | UInt64(input.load32(at + 4, bigEndian: bigEndian))
  }
}

extension CaptureOption {
  /// A time in two words, with the upper word first.
  fileprivate var twoWords: UInt64 { number << 32 | number >> 32 }
}
