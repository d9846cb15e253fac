import Statistics

/// One page of generated search results, which is always the same for the same query.
///
/// It has the shape of old search services: users, times, texts, places. Compressed with gzip, a hundred results are
/// about 12.7 KB.
struct SearchResults {
  var query: String
  var perPage: Int
  var page: Int

  /// The page as JSON.
  var json: String {
    let firstRank = (page - 1) * perPage
    let results = (0..<perPage).map { SearchResult(query: query, rank: firstRank + $0).json }
    let seed = SplitMix64.seed(query)
    let fields = [
      "\"results\":[\(results.joined(separator: ","))]",
      "\"max_id\":\(SearchResult.identifier(seed: seed, rank: firstRank))",
      "\"since_id\":0",
      "\"results_per_page\":\(perPage)",
      "\"page\":\(page)",
      "\"next_page\":\(jsonString("?page=\(page + 1)&rpp=\(perPage)&q=\(query)"))",
      "\"completed_in\":0.0\(seed % 90 + 10)",
      "\"query\":\(jsonString(query))",
    ]
    return "{\(fields.joined(separator: ","))}"
  }
}
