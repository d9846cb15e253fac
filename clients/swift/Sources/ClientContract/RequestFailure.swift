/// Why a request that was answered has failed all the same.
public struct RequestFailure: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }
}
