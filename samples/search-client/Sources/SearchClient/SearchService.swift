import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks the search service over HTTP.
public struct SearchService: Sendable {
  /// One result.
  public struct Result: Decodable, Sendable, Equatable {
    public var id: Int
    public var text: String
  }

  private struct Page: Decodable {
    var results: [Result]
  }

  private let host: String
  private let session: URLSession

  /// - Parameter deadline: how long a search may take in all, in seconds.
  public init(host: String = "search.example", deadline: Double = 15) {
    self.host = host
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = deadline
    configuration.timeoutIntervalForResource = deadline
    session = URLSession(configuration: configuration)
  }

  /// The results for a text. A search whose task is cancelled ends at once, and its connection with it.
  public func results(for text: String) async throws -> [Result] {
    var url = URLComponents()
    (url.scheme, url.host, url.path) = ("http", host, "/search.json")
    url.queryItems = [URLQueryItem(name: "rpp", value: "100"), URLQueryItem(name: "q", value: text)]
    guard let url = url.url else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    // 46 KB instead of 13: a search takes long enough on a slow network to think better of it.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    let (data, response) = try await session.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
    return try JSONDecoder().decode(Page.self, from: data).results
  }
}
