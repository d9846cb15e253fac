// An adapter for 'headwind test': it makes the requests of a scenario with your HTTP client.
//
// Replace the first type by your own client, and keep the rest, which is the contract: what to do comes in environment variables,
// how it went is the exit status.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Your client: one session for all requests, with the deadline as its own timeout. A timer around it would hide what it does.
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

  /// Makes one request. Throws an error unless it succeeds as a whole. The output is there only once it is whole.
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

// What follows is the contract.

/// A request as `HEADWIND_REQUESTS` has it.
struct AskedRequest: Sendable, Decodable {
  var method: String
  var url: String
  /// A file to send.
  var body: String?
  /// The file that the response's body goes to.
  var output: String
  /// The media type that the response is needed in, if it matters.
  var accept: String?
  /// Seconds to wait before it, once the one before has ended.
  var after: Double
  /// Whether it is made without waiting for the one before.
  var together: Bool

  /// Takes no response in another media type for an answer, which is the caller's business: `Content-Type` without its parameters.
  func check(type: String?) throws {
    if let accept, let type, type.lowercased() != accept {
      throw RequestFailure("the response is \(type), not \(accept)")
    }
  }
}

/// Headwind's contract, as docs/scenarios.md has it: what to do comes in variables, how it went is the exit status.
struct Contract: Sendable {
  /// The families of scenarios that this client knows: those of the standard suite. Add the families of your own suites.
  private static let families: Set = [
    "connect", "tls", "dns", "he", "head", "expect", "body", "upload", "reuse", "pool", "cancel", "retry", "redirect",
    "link", "portal", "wait", "report", "proxy", "coding", "cookies", "cache",
  ]

  let requests: [AskedRequest]
  /// How long each request has, in seconds.
  let deadline: Int

  /// Reads the variables; ends with 127 for a scenario that this client does not know.
  static func read() throws -> Contract {
    // Headwind first asks for a scenario that does not exist. 127 means: I do not know this one.
    let variables = ProcessInfo.processInfo.environment
    guard let family = variables["HEADWIND_SCENARIO"]?.split(separator: ".").first, families.contains(String(family))
    else { exit(127) }
    return Contract(
      requests: try JSONDecoder().decode([AskedRequest].self, from: Data((variables["HEADWIND_REQUESTS"] ?? "").utf8)),
      deadline: variables["HEADWIND_DEADLINE"].flatMap { Int($0) } ?? 5)
  }

  /// Makes all requests in their order, or at once where they are asked for together; cancels them all when told to.
  /// - Returns: the exit status.
  func run(_ perform: @escaping @Sendable (AskedRequest) async throws -> Void) async -> Int32 {
    let work = Task { await performAll(perform) }
    let (input, ending) = AsyncStream<Never>.makeStream()
    // Headwind says when to cancel by a line on standard input. A client that cannot cancel leaves this out, and gets SIGINT.
    let reader = Thread {
      while let line = readLine() {
        if line == "cancel" { work.cancel() }
      }
      ending.finish()
    }
    FileHandle.standardOutput.write(Data("cancel: stdin\n".utf8))
    reader.start()
    let isWhole = await work.value
    // Live on after a cancel, so that what the library leaves alive is seen. Headwind ends standard input.
    if work.isCancelled {
      FileHandle.standardOutput.write(Data("cancelled\n".utf8))
      for await _ in input {}
    }
    return isWhole && !work.isCancelled ? 0 : 1
  }

  private func performAll(_ perform: @escaping @Sendable (AskedRequest) async throws -> Void) async -> Bool {
    var isWhole = true
    var running: [Task<Bool, Never>] = []
    for request in requests {
      if !request.together {
        for task in running { isWhole = await Self.value(of: task) && isWhole }
        running = []
        if request.after > 0 { try? await Task.sleep(for: .seconds(request.after)) }
      }
      if Task.isCancelled { break }
      running.append(Task { await Self.tell(request, perform) })
    }
    for task in running { isWhole = await Self.value(of: task) && isWhole }
    return isWhole
  }

  private static func value(of task: Task<Bool, Never>) async -> Bool {
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private static func tell(
    _ request: AskedRequest, _ perform: @Sendable (AskedRequest) async throws -> Void
  ) async -> Bool {
    do {
      try await perform(request)
      return true
    } catch {
      FileHandle.standardError.write(Data("\(request.method) \(request.url): \(error)\n".utf8))
      return false
    }
  }
}

/// Why a request that was answered has failed all the same.
struct RequestFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
