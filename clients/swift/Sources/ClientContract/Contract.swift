import Foundation

/// Headwind's contract, as docs/scenarios.md has it: what to do comes in variables, how it went is the exit status.
public struct Contract: Sendable {
  /// The families of scenarios that this client knows.
  private static let families: Set = [
    "connect", "tls", "dns", "he", "head", "expect", "body", "upload", "reuse", "pool", "cancel", "retry", "redirect",
    "link", "portal", "wait", "report", "coding", "cookies", "cache", "h2",
  ]

  public let requests: [AskedRequest]
  /// How long each request has, in seconds.
  public let deadline: Int

  /// Reads the variables; ends with 127 for a scenario that this client does not know.
  public static func read() throws -> Contract {
    let variables = ProcessInfo.processInfo.environment
    guard let family = variables["HEADWIND_SCENARIO"]?.split(separator: ".").first, families.contains(String(family))
    else { exit(127) }
    return Contract(
      requests: try JSONDecoder().decode([AskedRequest].self, from: Data((variables["HEADWIND_REQUESTS"] ?? "").utf8)),
      deadline: variables["HEADWIND_DEADLINE"].flatMap { Int($0) } ?? 5)
  }

  /// Makes all requests in their order, or at once where they are asked for together; cancels them all when told to.
  /// - Returns: the exit status.
  public func run(_ perform: @escaping @Sendable (AskedRequest) async throws -> Void) async -> Int32 {
    let work = Task { await performAll(perform) }
    let (input, ending) = AsyncStream<Never>.makeStream()
    let reader = Thread {
      while let line = readLine() {
        if line == "cancel" { work.cancel() }
      }
      ending.finish()
    }
    FileHandle.standardOutput.write(Data("cancel: stdin\n".utf8))
    reader.start()
    let isWhole = await work.value
    // A program that lives on after a cancel, so that what the library leaves alive is seen. Headwind ends its standard input.
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
