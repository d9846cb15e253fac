import ArgumentParser

/// Columns as they are asked for: their names with commas between.
struct HTTPColumns: ExpressibleByArgument {
  var columns: [HTTPColumn]

  init?(argument: String) {
    columns = []
    for name in argument.split(separator: ",") {
      guard let column = HTTPColumn(rawValue: String(name)) else { return nil }
      columns.append(column)
    }
  }
}
