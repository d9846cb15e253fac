/// The fix: a search that nobody waits for any more is cancelled, and with it its connection.
public actor CancellingTypeAhead: TypeAhead {
  private let service: SearchService
  private var search: Task<[SearchService.Result], any Error>?

  public init(_ service: SearchService) {
    self.service = service
  }

  public func type(_ text: String) async throws -> [SearchService.Result]? {
    search?.cancel()
    let own = Task { [service] in try await service.results(for: text) }
    search = own
    do {
      return try await own.value
    } catch {
      if own.isCancelled { return nil }
      throw error
    }
  }

  public func clear() {
    search?.cancel()
    search = nil
  }
}
