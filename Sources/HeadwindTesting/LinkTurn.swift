/// Gives the link to one test at a time, in the order in which they asked.
actor LinkTurn {
  static let shared = LinkTurn()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  nonisolated func take(_ body: () async throws -> Void) async throws {
    await begin()
    do {
      try await body()
    } catch {
      await end()
      throw error
    }
    await end()
  }

  private func begin() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Passes the turn to the next test that waits.
  private func end() {
    guard !waiting.isEmpty else {
      isTaken = false
      return
    }
    waiting.removeFirst().resume()
  }
}
