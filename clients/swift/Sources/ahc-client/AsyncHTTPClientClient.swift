import AsyncHTTPClient
import ClientContract
import Foundation
import NIOCore

/// AsyncHTTPClient, asked as its documentation shows: the shared client, async calls with a timeout, the body as it comes.
@main
enum AsyncHTTPClientClient {
  static func main() async throws {
    let contract = try Contract.read()
    exit(await contract.run { try await perform($0, .seconds(Int64(contract.deadline))) })
  }

  private static func perform(_ asked: AskedRequest, _ deadline: TimeAmount) async throws {
    var request = HTTPClientRequest(url: asked.url)
    request.method = .init(rawValue: asked.method)
    if let accept = asked.accept { request.headers.add(name: "Accept", value: accept) }
    if let body = asked.body {
      request.body = .bytes(ByteBuffer(bytes: try Data(contentsOf: URL(fileURLWithPath: body))))
    }
    let response = try await HTTPClient.shared.execute(request, timeout: deadline)
    guard (200...299).contains(response.status.code) else { throw RequestFailure("HTTP status \(response.status)") }
    let type = response.headers.first(name: "Content-Type")?.split(separator: ";").first
    try asked.check(type: type?.trimmingCharacters(in: .whitespaces))
    var data = Data()
    for try await part in response.body {
      data.append(contentsOf: part.readableBytesView)
      FileHandle.standardError.write(Data("\(data.count) bytes\n".utf8))
    }
    try data.write(to: URL(fileURLWithPath: asked.output), options: .atomic)
  }
}
