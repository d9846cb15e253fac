public import ArgumentParser
public import Captures

extension CaptureSide: ExpressibleByArgument {
  /// `client`, `server` or `both`; `far-side` is another word for the server's end.
  public init?(argument: String) {
    self.init(rawValue: argument == "far-side" ? "server" : argument)
  }
}
