import Dissection
import Synchronization
import TextOutput

// Display filters, which run in the background and are asked for their hits.
extension ConsoleAPI {
  func answerFilters(_ request: APIRequest, _ text: inout TextBuffer) throws {
    switch (request.method, request.path.count) {
    case ("POST", 1): Self.append(try startFilter(try request.text("filter")), &text)
    case ("GET", 2) where request.path[1] == "check":
      let filter = try Self.filter(try request.text("filter"))
      text.append("{\"filter\":")
      text.append(jsonString: filter.text)
      text.append("}\n")
    case ("GET", 2): Self.append(try job(request.path[1]), &text)
    case ("GET", 3) where request.path[2] == "rank":
      let job = try job(request.path[1])
      guard let row = try source(store).row(of: try request.number("packet", default: 0)) else {
        throw APIProblem(404, "there is no such packet")
      }
      text.append("{\"rank\":")
      text.append(json: job.rank(of: row))
      text.append("}\n")
    case ("DELETE", 2):
      let job = try job(request.path[1])
      job.cancel()
      state.withLock { $0.filters.removeAll { $0.id == job.id } }
      Self.append(job, &text)
    default: throw APIProblem(405, "filters are created with POST, read with GET and ended with DELETE")
    }
  }

  private func startFilter(_ words: String) throws -> FilterJob {
    let store = try source(store)
    let desk = try desk()
    let filter = try Self.filter(words)
    let job = state.withLock { state in
      state.lastFilter += 1
      let job = FilterJob(id: state.lastFilter, filter, store, desk.tables, desk.survey)
      state.filters.append(job)
      if state.filters.count > Self.mostFilters { state.filters.removeFirst().cancel() }
      return job
    }
    job.start()
    return job
  }

  private static func filter(_ text: String) throws(APIProblem) -> DisplayFilter {
    do {
      return try DisplayFilter(text)
    } catch {
      var problem = APIProblem(422, error.message)
      problem.range = error.range
      problem.suggestions = error.suggestions
      throw problem
    }
  }

  func filter(of request: APIRequest) throws(APIProblem) -> FilterJob? {
    guard let id = request.parameters["filter"] else { return nil }
    return try job(id)
  }

  private func job(_ id: String) throws(APIProblem) -> FilterJob {
    guard let job = state.withLock({ state in state.filters.first { String($0.id) == id } }) else {
      throw APIProblem(404, "there is no filter \(id)")
    }
    return job
  }

  static func append(_ job: FilterJob, _ text: inout TextBuffer) {
    let (status, hits) = job.status
    text.append("{\"id\":")
    text.append(json: job.id)
    text.append(",\"filter\":")
    text.append(jsonString: job.filter.text)
    text.append(",\"hits\":")
    text.append(json: hits)
    text.append(",\"examined\":")
    text.append(json: status.examined)
    text.append(",\"complete\":")
    text.append(json: status.isComplete)
    text.append(",\"cancelled\":")
    text.append(json: status.isCancelled)
    text.append(",\"trouble\":")
    text.append(jsonString: status.trouble)
    text.append("}\n")
  }
}
