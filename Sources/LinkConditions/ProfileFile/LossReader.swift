internal import YAML

/// Reads a loss: a percentage, a correlated one, or one of two models.
struct LossReader {
  let path: String
  let problems: ProblemCollector

  func model(_ node: YAMLNode) -> LossModel {
    if case .scalar = node {
      return problems.probability(node, path: path).map { .random(CorrelatedProbability($0)) } ?? .none
    }
    let shape = "a percentage such as '1 %', or one of 'random', 'gilbert-elliott' and 'four-state' with its values"
    let keys = ["random", "correlation", "gilbert-elliott", "four-state"]
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else { return .none }
    let models = ["random", "gilbert-elliott", "four-state"].filter { own[$0] != nil }
    guard models.count == 1 else {
      problems.report("\(path): found \(models.count) loss models; write \(shape)", at: node)
      return .none
    }
    if let correlation = own["correlation"], own["random"] == nil {
      problems.report("\(own.place("correlation")): only a random loss can have a correlation", at: correlation)
    }
    if let inner = own["gilbert-elliott"] { return gilbertElliott(inner) }
    if let inner = own["four-state"] { return fourState(inner) }
    let probability = own.probability("random") ?? .never
    let (correlation, isExact) = own.correlation("correlation") ?? (.never, false)
    return .random(CorrelatedProbability(probability, correlation: correlation, isExact: isExact))
  }

  private func gilbertElliott(_ node: YAMLNode) -> LossModel {
    let path = "\(self.path).gilbert-elliott"
    let shape = "'{ p: 2 %, r: 25 %, loss-in-bad: 100 %, loss-in-good: 0 % }'"
    let keys = ["p", "r", "loss-in-bad", "loss-in-good"]
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else { return .none }
    require(["p", "r"], of: own, node)
    return .gilbertElliott(
      LossModel.GilbertElliott(
        toBad: own.probability("p") ?? .never, toGood: own.probability("r") ?? .never,
        lossInBad: own.probability("loss-in-bad") ?? .always, lossInGood: own.probability("loss-in-good") ?? .never))
  }

  private func fourState(_ node: YAMLNode) -> LossModel {
    let path = "\(self.path).four-state"
    let shape = "'{ p13: 5 %, p31: 30 %, p32: 20 %, p23: 40 %, p14: 1 % }'"
    let keys = ["p13", "p31", "p32", "p23", "p14"]
    guard let own = MappingReader(node, path: path, keys: keys, shape: shape, problems: problems) else { return .none }
    require(["p13", "p31"], of: own, node)
    let model = LossModel.FourState(
      p13: own.probability("p13") ?? .never, p31: own.probability("p31") ?? .never,
      p32: own.probability("p32") ?? .never, p23: own.probability("p23") ?? .never,
      p14: own.probability("p14") ?? .never)
    for (one, other, names) in [(model.p13, model.p14, "p13 and p14"), (model.p31, model.p32, "p31 and p32")]
    where UInt64(one.rawValue) + UInt64(other.rawValue) > UInt64(UInt32.max) + 1 {
      problems.report("\(path): \(names) add up to more than 100 %", at: node)
    }
    return .fourState(model)
  }

  private func require(_ keys: [String], of own: MappingReader, _ node: YAMLNode) {
    for key in keys where own[key] == nil { problems.report("\(own.place(key)): missing", at: node) }
  }
}
