import Statistics

/// JSON as a search service sends it.
enum JSONBody {
  private static let words = [
    "apple", "wind", "harbour", "signal", "lantern", "mountain", "river", "granite", "copper", "violet", "thunder",
    "meadow", "compass", "anchor", "feather", "marble", "orchard", "quartz", "saddle", "timber", "Zürich", "naïve",
  ]

  static func word(_ random: inout SplitMix64) -> String {
    words[Int.random(in: 0..<20, using: &random)]
  }

  static func make(results: Int, _ random: inout SplitMix64) -> [UInt8] {
    var text: [UInt8] = Array("{\"query\":{\"rpp\":\(results),\"page\":1},\"results\":[".utf8)
    for index in 0..<results {
      let numbers = random.next()
      let title = (0..<4).map { words[Int(numbers >> ($0 * 8) & 0xFF) % words.count] }.joined(separator: " ")
      text += Array(
        """
        \(index == 0 ? "" : ","){"id":\(numbers >> 20),"title":"\(title)","score":\(Double(numbers & 0xFFFF) / 1000),\
        "tags":["\(words[Int(numbers & 15)])"],"seen":\(numbers & 1 == 0),"parent":null}
        """.utf8)
    }
    return text + Array("]}".utf8)
  }
}
