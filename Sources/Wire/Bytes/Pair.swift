/// Two values of a kind, by number: what there is once for each direction of a conversation.
///
/// It stands in for `InlineArray<2, Element>`, in which Swift 6.3 miscompiles a loop that changes an element of a class in place:
/// the loop never ends.
package struct Pair<Element> {
  @usableFromInline package var first: Element
  @usableFromInline package var second: Element

  @inlinable
  package init(_ first: Element, _ second: Element) {
    self.first = first
    self.second = second
  }

  /// - Parameter index: 0 or 1.
  @inlinable
  package subscript(index: Int) -> Element {
    _read {
      precondition(index == 0 || index == 1)
      if index == 0 { yield first } else { yield second }
    }
    _modify {
      precondition(index == 0 || index == 1)
      if index == 0 { yield &first } else { yield &second }
    }
  }
}

extension Pair: Sendable where Element: Sendable {}
