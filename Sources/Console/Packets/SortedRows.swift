/// Rows or packet numbers in ascending order.
extension RandomAccessCollection where Element: FixedWidthInteger, Index == Int {
  /// The place of the first one that is not below a value; the end if all are.
  func place(of value: Int) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if Int(self[middle]) < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
