import ClientContract
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// URLSession of swift-corelibs-foundation, asked as its documentation shows: one session, async calls.
@main
enum URLSessionClient {
  static func main() async throws {
    let contract = try Contract.read()
    let configuration = URLSessionConfiguration.ephemeral
    // The first starts again with each piece of data, the second counts all.
    configuration.timeoutIntervalForRequest = Double(contract.deadline)
    configuration.timeoutIntervalForResource = Double(contract.deadline)
    let session = URLSession(configuration: configuration)
    exit(await contract.run { try await perform($0, session) })
  }

  private static func perform(_ asked: AskedRequest, _ session: URLSession) async throws {
    guard let url = URL(string: asked.url) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = asked.method
    if let accept = asked.accept { request.setValue(accept, forHTTPHeaderField: "Accept") }
    let (data, response) =
      if let body = asked.body {
        try await session.upload(for: request, fromFile: URL(fileURLWithPath: body))
      } else {
        try await session.data(for: request)
      }
    guard let status = (response as? HTTPURLResponse)?.statusCode, (200...299).contains(status) else {
      throw RequestFailure("HTTP status \((response as? HTTPURLResponse)?.statusCode ?? 0)")
    }
    try asked.check(type: response.mimeType)
    try data.write(to: URL(fileURLWithPath: asked.output), options: .atomic)
  }
}
