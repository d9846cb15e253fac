import PacketLines

/// Combinations of tcpdump's options such that any two values of two options occur together in one of them.
struct ListingCover: Sendable, CustomStringConvertible {
  /// tcpdump's words.
  let arguments: [String]
  /// The same, as we have them.
  let options: ListingOptions
  /// Whether the file counts nanoseconds.
  let isNanosecondFile: Bool

  var description: String { arguments.joined(separator: " ") }

  /// How many values each option has: time, dump, verbosity, precision, and the flags `-q -e -S -# -K`.
  private static let counts = [6, 7, 4, 3, 2, 2, 2, 2, 2]

  /// The combinations, the same ones each time: each row takes for one option after the other the value that makes the
  /// most new pairs with those before.
  static let all: [ListingCover] = {
    var missing: Set<Pair> = []
    for first in counts.indices {
      for second in (first + 1)..<max(first + 1, counts.count) {
        for value in 0..<counts[first] {
          for other in 0..<counts[second] { missing.insert(Pair(first, value, second, other)) }
        }
      }
    }
    var rows: [ListingCover] = []
    while let seed = missing.min() {
      var row = [Int?](repeating: nil, count: counts.count)
      row[seed.first] = seed.value
      row[seed.second] = seed.other
      for option in counts.indices where row[option] == nil {
        row[option] = (0..<counts[option]).max { gain(option, $0, row, missing) < gain(option, $1, row, missing) }
      }
      let values = row.compactMap(\.self)
      for first in counts.indices {
        for second in counts.indices where second > first {
          missing.remove(Pair(first, values[first], second, values[second]))
        }
      }
      rows.append(ListingCover(values))
    }
    return rows
  }()

  private static func gain(_ option: Int, _ value: Int, _ row: [Int?], _ missing: Set<Pair>) -> Int {
    row.indices.count { other in
      guard let known = row[other], other != option else { return false }
      let pair = other < option ? Pair(other, known, option, value) : Pair(option, value, other, known)
      return missing.contains(pair)
    }
  }

  private init(_ values: [Int]) {
    let times: [(String, ListingOptions.TimeStyle)] = [
      ("", .timeOfDay), ("-t", .none), ("-tt", .epoch), ("-ttt", .sincePrevious), ("-tttt", .dateAndTime),
      ("-ttttt", .sinceFirst),
    ]
    let dumps: [(String, ListingOptions.Dump)] = [
      ("", .none), ("-A", .text), ("-AA", .textWithLink), ("-x", .hexadecimal), ("-xx", .hexadecimalWithLink),
      ("-X", .hexadecimalAndText), ("-XX", .hexadecimalAndTextWithLink),
    ]
    let flags = zip(["-q", "-e", "-S", "-#", "-K"], values[4...]).map { $1 == 1 ? $0 : "" }
    let words = [times[values[0]].0, dumps[values[1]].0, ["", "-v", "-vv", "-vvv"][values[2]]]
    let precision = values[3] == 2 ? ["--nano"] : []
    arguments = (words + precision + flags).filter { !$0.isEmpty }
    isNanosecondFile = values[3] > 0
    options = ListingOptions(
      time: times[values[0]].1, dump: dumps[values[1]].1, quick: values[4] == 1, verbosity: values[2],
      showsLinkHeader: values[5] == 1, showsNumber: values[7] == 1, absoluteSequenceNumbers: values[6] == 1,
      skipsChecksums: values[8] == 1, nanoseconds: values[3] == 2, interfaceName: { $0 == 1 ? "lo" : nil })
  }

  /// The same with packets numbered.
  var numbered: ListingCover {
    var options = options
    options.showsNumber = true
    return ListingCover(arguments: ["-#"] + arguments.filter { $0 != "-#" }, options, isNanosecondFile)
  }

  private init(arguments: [String], _ options: ListingOptions, _ isNanosecondFile: Bool) {
    self.arguments = arguments
    self.options = options
    self.isNanosecondFile = isNanosecondFile
  }

  /// Two values of two options.
  private struct Pair: Hashable, Comparable {
    let first: Int, value: Int, second: Int, other: Int

    init(_ first: Int, _ value: Int, _ second: Int, _ other: Int) {
      (self.first, self.value, self.second, self.other) = (first, value, second, other)
    }

    static func < (lhs: Pair, rhs: Pair) -> Bool {
      (lhs.first, lhs.second, lhs.value, lhs.other) < (rhs.first, rhs.second, rhs.value, rhs.other)
    }
  }
}
