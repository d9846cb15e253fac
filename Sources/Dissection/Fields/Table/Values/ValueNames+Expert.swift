extension ValueNames {
  static let expertSeverity = ValueNames(
    """
    1048576 Comment
    2097152 Chat
    4194304 Note
    6291456 Warning
    8388608 Error
    """)
}
