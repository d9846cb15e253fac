extension Probability {
  /// Reads a percentage: `90 %`.
  init(parsing text: String) throws(Quantity.Problem) {
    let quantity = try Quantity(text)
    guard quantity.unit == "%" else {
      let unit = quantity.unit.isEmpty ? "has no unit" : "has the unknown unit '\(quantity.unit.shortened)'"
      throw Quantity.Problem(words: unit)
    }
    let isNegative = quantity.isNegative && quantity.mantissa > 0
    guard !isNegative, let probability = Probability(percent: quantity.value) else {
      throw Quantity.Problem(words: "is out of range")
    }
    // The smallest share of the kernel is 1/(2^32 - 1).
    guard probability != .never || quantity.mantissa == 0 else {
      throw Quantity.Problem(words: "is less than the smallest possible share, 0.000000024 %")
    }
    self = probability
  }
}
