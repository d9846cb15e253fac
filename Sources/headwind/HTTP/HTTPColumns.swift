import ArgumentParser

/// A list of columns: names that are separated by commas.
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
