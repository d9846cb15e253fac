/// Why bytes are not a document that is taken.
package struct YAMLError: Error, Equatable {
  package enum Reason: Equatable, Sendable {
    /// It is not YAML, in libyaml's words.
    case syntax(String)
    /// It is nested more deeply than `YAMLReader.deepest`.
    case depth
    /// A second document begins.
    case anotherDocument
    /// An alias (`*name`), which stands for what an anchor marks. There are no anchors.
    case alias
    /// Keys that a mapping has more than once.
    case duplicateKeys([String])
  }

  package var reason: Reason
  package var mark: YAMLNode.Mark
}
