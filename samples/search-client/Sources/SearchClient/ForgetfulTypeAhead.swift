/// The bug: an answer that nobody waits for any more is thrown away when it comes, but it still comes.
///
/// It passes every test against a fast network. On a slow one each letter that was typed goes on downloading, and the search
/// that counts waits behind all of them.
public actor ForgetfulTypeAhead: TypeAhead {
  private let service: SearchService
  private var latest = 0

  public init(_ service: SearchService) {
    self.service = service
  }

  public func type(_ text: String) async throws -> [SearchService.Result]? {
    latest += 1
    let number = latest
    let results = try await service.results(for: text)
    return number == latest ? results : nil
  }

  public func clear() {
    latest += 1
  }
}
