import Statistics

/// A generated search result, determined by the query and its rank.
struct SearchResult {
  var query: String
  var rank: Int

  /// Identifiers decrease with the rank: the newest result is the first. The hundred millionth is still above zero.
  static func identifier(seed: UInt64, rank: Int) -> UInt64 {
    let newest = 2_800_000_000_000 + seed % 1_000_000_000
    return newest - UInt64(rank) * 7_919 - seed % 7_907
  }

  /// The result as a JSON object.
  var json: String {
    let seed = SplitMix64.seed(query)
    var random = SplitMix64(seed: seed &+ UInt64(rank) &* 0xd134_2543_de82_ef95)
    let user = random.element(of: SearchWords.words) + "_" + random.element(of: SearchWords.words)
    let picture = String(random.next(), radix: 16)
    let fields = [
      "\"id\":\(Self.identifier(seed: seed, rank: rank))",
      "\"created_at\":\"\(time(&random))\"",
      "\"from_user\":\"\(user)\"",
      "\"from_user_id\":\(random.number(below: 90_000_000) + 10_000_000)",
      "\"text\":\(jsonString(text(&random)))",
      "\"source\":\"\(random.element(of: ["web", "phone", "tablet", "api"]))\"",
      "\"profile_image_url\":\"http://images.search.example/\(picture).png\"",
      "\"geo\":\(place(&random))",
      "\"verified\":\(random.number(below: 8) == 0)",
    ]
    return "{\(fields.joined(separator: ","))}"
  }

  private func time(_ random: inout SplitMix64) -> String {
    let minutes = 23 * 60 + 59 - rank % 1440
    let fields = [minutes / 60, minutes % 60, random.number(below: 60)].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "Mon, 25 Oct 2010 \(fields.joined(separator: ":")) +0000"
  }

  /// Twenty-seven to thirty-seven words, including the query.
  private func text(_ random: inout SplitMix64) -> String {
    let count = 27 + random.number(below: 11)
    let place = random.number(below: count)
    return (0..<count).map { $0 == place ? query : random.element(of: SearchWords.words) }.joined(separator: " ")
  }

  /// One result in four has a location.
  private func place(_ random: inout SplitMix64) -> String {
    guard random.number(below: 4) == 0 else { return "null" }
    let latitude = random.number(below: 120_000) - 60_000
    let longitude = random.number(below: 360_000) - 180_000
    return "{\"type\":\"Point\",\"coordinates\":[\(Self.degrees(latitude)),\(Self.degrees(longitude))]}"
  }

  private static func degrees(_ thousandths: Int) -> String {
    let fraction = String(abs(thousandths) % 1000)
    return (thousandths < 0 ? "-" : "") + "\(abs(thousandths) / 1000)."
      + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}
