/// Which packets are lost.
public enum LossModel: Hashable, Sendable {
  /// None, and nothing is drawn.
  case none
  /// Each packet is lost with a probability.
  case random(CorrelatedProbability)
  /// Two states, each with its own loss probability.
  case gilbertElliott(GilbertElliott)
  /// Two kinds of losses: single and in bursts.
  case fourState(FourState)

  /// The Gilbert-Elliott model with a good and a bad state. Each packet makes two draws: one for the change of state,
  /// one for its loss, by the state before the change.
  public struct GilbertElliott: Hashable, Sendable {
    /// p: from good to bad.
    public var toBad: Probability
    /// r: from bad to good.
    public var toGood: Probability
    /// 1-h: loss in the bad state. 100 % is the simple Gilbert model.
    public var lossInBad: Probability
    /// 1-k: loss in the good state.
    public var lossInGood: Probability

    /// The parameters of `tc ... loss gemodel`.
    public init(
      toBad: Probability, toGood: Probability, lossInBad: Probability = .always, lossInGood: Probability = .never
    ) {
      self.toBad = toBad
      self.toGood = toGood
      self.lossInBad = lossInBad
      self.lossInGood = lossInGood
    }
  }

  /// The 4-state model of Salsano, Ludovici, Ordine and Giannuzzi. The states are: 1 received in a gap, 2 received in a
  /// burst, 3 lost in a burst, 4 lost alone. Each packet makes one draw.
  public struct FourState: Hashable, Sendable {
    /// From a gap into a burst of losses.
    public var p13: Probability
    /// From a burst of losses back to a gap.
    public var p31: Probability
    /// From a burst of losses to a packet received within it.
    public var p32: Probability
    /// From a packet received within a burst to the next loss.
    public var p23: Probability
    /// From a gap to a single loss.
    public var p14: Probability

    /// The transitions of `tc ... loss state`.
    public init(p13: Probability, p31: Probability, p32: Probability, p23: Probability, p14: Probability) {
      self.p13 = p13
      self.p31 = p31
      self.p32 = p32
      self.p23 = p23
      self.p14 = p14
    }
  }
}
