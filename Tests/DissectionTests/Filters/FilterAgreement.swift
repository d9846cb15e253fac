import Dissection
import Glibc
import TestSupport
import Testing
import Wire

/// Whether we say the same of a filter.
enum FilterAgreement {
  static func check(_ path: String, _ filter: String, _ answer: FilterOracle.Answer) throws {
    let name = path.split(separator: "/").last ?? ""
    switch answer {
    case .numbers(let theirs):
      do {
        let ours = try CaptureFile.numbers(path, filter)
        #expect(ours == theirs, "\(name): \(filter)")
      } catch let error as FilterError {
        // They know many more fields.
        guard !error.message.contains("not a field that is known") else { return }
        Issue.record("\(name): \(filter): \(error.message), column \(error.range.lowerBound + 1)")
      }
    case .trap: break
    case .error(let message):
      #expect(throws: FilterError.self, "\(filter): tshark says \(message)") { try DisplayFilter(filter) }
    }
  }
}
