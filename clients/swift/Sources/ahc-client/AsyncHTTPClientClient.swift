import AsyncHTTPClient
import ClientContract
import Foundation
import NIOCore
import NIOSSL

/// AsyncHTTPClient, asked as its documentation shows: one client, async calls with a timeout, the body as it comes.
@main
enum AsyncHTTPClientClient {
  static func main() async throws {
    let contract = try Contract.read()
    var configuration = HTTPClient.Configuration.singletonConfiguration
    if let authority = contract.authority {
      configuration.tlsConfiguration = .makeClientConfiguration()
      configuration.tlsConfiguration?.trustRoots = .file(authority)
    }
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let status = await contract.run { try await perform($0, client, .seconds(Int64(contract.deadline))) }
    exit(status)
  }

  private static func perform(_ asked: AskedRequest, _ client: HTTPClient, _ deadline: TimeAmount) async throws {
    var request = HTTPClientRequest(url: asked.url)
    request.method = .init(rawValue: asked.method)
    if let body = asked.body {
      request.body = .bytes(ByteBuffer(bytes: try Data(contentsOf: URL(fileURLWithPath: body))))
    }
    let response = try await client.execute(request, timeout: deadline)
    guard (200...299).contains(response.status.code) else { throw RequestFailure("HTTP status \(response.status)") }
    var data = Data()
    for try await part in response.body {
      data.append(contentsOf: part.readableBytesView)
      FileHandle.standardError.write(Data("\(data.count) bytes\n".utf8))
    }
    try data.write(to: URL(fileURLWithPath: asked.output), options: .atomic)
  }
}
