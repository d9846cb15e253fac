/// Why a report cannot be read.
public struct ReportError: Error, CustomStringConvertible, Sendable {
  public var description: String

  init(_ description: String) {
    self.description = description
  }
}
