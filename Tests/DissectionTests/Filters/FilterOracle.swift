import TestSupport

/// What tshark says of many filters on one capture, asked in one run: a script of its own gives each filter a tap.
enum FilterOracle {
  enum Answer: Equatable {
    /// The packets that fit.
    case numbers([Int])
    /// It is no filter, for the reason given.
    case error(String)
    /// It stops tshark.
    case trap
  }

  static func answers(_ capture: String, _ filters: [String]) throws -> [Answer] {
    let answers = try ask(capture, filters)
    if let whole = answers { return whole }
    guard filters.count > 1 else { return [.trap] }
    let half = filters.count / 2
    return try self.answers(capture, Array(filters[..<half])) + self.answers(capture, Array(filters[half...]))
  }

  /// Nil where tshark stops before it has said all.
  private static func ask(_ capture: String, _ filters: [String]) throws -> [Answer]? {
    try TemporaryFolder.with { directory in
      let (script, list) = (directory + "/taps.lua", directory + "/filters")
      let lines = filters.map { filter in filter.utf8.map { hexadecimal($0) }.joined() }
      try Files.write(Array(lines.joined(separator: "\n").utf8 + [10]), to: list)
      try Files.write(Array(source(list).utf8), to: script)
      let result = try Wireshark.run(["-n", "-Q", "-r", capture, "-X", "lua_script:" + script])
      var answers = [Answer?](repeating: nil, count: filters.count)
      for line in result.output.split(separator: "\n") {
        let words = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard words.count == 3, let index = Int(words[1]), answers.indices.contains(index - 1) else { continue }
        answers[index - 1] =
          words[0] == "E"
          ? .error(String(words[2])) : .numbers(words[2].split(separator: ",").compactMap { Int($0) })
      }
      return answers.contains(nil) ? nil : answers.compactMap { $0 }
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  /// Lines of `R`, the filter's number and the packets; or `E`, the number and the first two lines of the error.
  private static func source(_ list: String) -> String {
    """
    local found = {}
    local count = 0
    for line in io.lines("\(list)") do
      count = count + 1
      local numbers = {}
      local filter = line:gsub("..", function(pair) return string.char(tonumber(pair, 16)) end)
      local ok, tap = pcall(Listener.new, "frame", filter)
      if ok then
        found[count] = numbers
        tap.packet = function(packet) numbers[#numbers + 1] = packet.number end
      else
        print("E\\t" .. count .. "\\t" .. tostring(tap):gsub("[\\n\\t]", " "))
      end
    end
    local last = Listener.new("frame")
    last.draw = function()
      for index, numbers in pairs(found) do print("R\\t" .. index .. "\\t" .. table.concat(numbers, ",")) end
    end
    """
  }
}
