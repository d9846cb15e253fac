import TLS

/// A value for each side of a connection.
struct BySide<Element> {
  var client: Element
  var server: Element

  init(_ client: Element, _ server: Element) {
    self.client = client
    self.server = server
  }

  init(both element: Element) {
    self.init(element, element)
  }

  subscript(side: TLSSide) -> Element {
    _read {
      if side == .client { yield client } else { yield server }
    }
    _modify {
      if side == .client { yield &client } else { yield &server }
    }
  }
}

/// A value for each packet number space of a side.
struct BySpace<Element> {
  var initial: Element
  var handshake: Element
  var application: Element

  init(_ make: () -> Element) {
    (initial, handshake, application) = (make(), make(), make())
  }

  subscript(space: QUICSpace) -> Element {
    _read {
      switch space {
      case .initial: yield initial
      case .handshake: yield handshake
      case .application: yield application
      }
    }
    _modify {
      switch space {
      case .initial: yield &initial
      case .handshake: yield &handshake
      case .application: yield &application
      }
    }
  }
}
