/// The state of a loss model, which makes its next decision.
struct LossState: Sendable {
  private enum State {
    case gap, burst, lossInBurst, lossAlone
  }

  private var draw: CorrelatedDraw
  private var isBad = false
  private var state = State.gap

  init(draw: CorrelatedDraw) {
    self.draw = draw
  }

  /// Whether the next packet is lost.
  mutating func isLost(by model: LossModel, from generator: inout LFSR113) -> Bool {
    switch model {
    case .none: false
    case .random(let chance): draw.happens(chance, from: &generator)
    case .gilbertElliott(let model): isLost(by: model, from: &generator)
    case .fourState(let model): isLost(by: model, from: &generator)
    }
  }

  private mutating func isLost(by model: LossModel.GilbertElliott, from generator: inout LFSR113) -> Bool {
    let change = generator.next()
    let loss = generator.next()
    if isBad {
      isBad = change >= model.toGood.rawValue
      // The kernel stores h, the share that is delivered in the bad state, and loses the packet if the draw is above
      // it.
      return loss > UInt32.max - model.lossInBad.rawValue
    } else {
      isBad = change < model.toBad.rawValue
      return loss < model.lossInGood.rawValue
    }
  }

  private mutating func isLost(by model: LossModel.FourState, from generator: inout LFSR113) -> Bool {
    let draw = UInt64(generator.next())
    switch state {
    case .gap:
      let alone = UInt64(model.p14.rawValue)
      if draw < alone {
        state = .lossAlone
      } else if draw < alone + UInt64(model.p13.rawValue) {
        state = .lossInBurst
      }
    case .burst:
      if draw < model.p23.rawValue { state = .lossInBurst }
    case .lossInBurst:
      let received = UInt64(model.p32.rawValue)
      if draw < received {
        state = .burst
      } else if draw < received + UInt64(model.p31.rawValue) {
        state = .gap
      }
    case .lossAlone:
      state = .gap
    }
    return state == .lossInBurst || state == .lossAlone
  }
}
