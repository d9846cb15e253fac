extension ValueNames {
  static let greFlagsVersion = ValueNames(
    """
    0 GRE
    1 Enhanced GRE
    """)

  static let erspanVersion = ValueNames(
    """
    1 Type II
    2 Type III
    """)
}
