import Synchronization

/// Deals out the lists of a script: one for each connection, or one for each request.
final class StepLists: Sendable {
  private let acts: ServerScript.Acts
  /// One for each route, or one for all lists.
  private let turns: [Turn]

  init(_ acts: ServerScript.Acts) {
    self.acts = acts
    if case .routes(let routes) = acts {
      turns = routes.map { _ in Turn() }
    } else {
      turns = [Turn()]
    }
  }

  /// The list of the next connection; nil if each request has one instead.
  func ofNextConnection() -> [ServerStep]? {
    guard case .connections(let lists) = acts else { return nil }
    return turns[0].pick(from: lists)
  }

  /// The list of a request, as far as its head has been read.
  func list(for request: RequestHead) -> [ServerStep] {
    switch acts {
    case .connections: return []
    case .requests(let lists): return turns[0].pick(from: lists)
    case .routes(let routes):
      guard let place = routes.firstIndex(where: { $0.condition.isMet(by: request) }) else { return Self.lost }
      return turns[place].pick(from: routes[place].lists)
    }
  }

  /// The answer to a request that no route is for.
  private static let lost = [
    ServerStep.respond(
      ScriptedResponse(status: 404, body: .bytes(Array("no route of the script is for this request\n".utf8))))
  ]
}

/// Counts the turns of lists.
final class Turn: Sendable {
  private let count = Atomic<Int>(0)

  /// The number of the turn that begins, from 0.
  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }

  /// The list for the next turn. The last list is used for all further turns.
  func pick(from lists: [[ServerStep]]) -> [ServerStep] {
    lists.isEmpty ? [.stall] : lists[min(next(), lists.count - 1)]
  }
}
