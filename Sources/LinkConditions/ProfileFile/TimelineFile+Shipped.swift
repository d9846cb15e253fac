extension TimelineFile {
  /// The timelines that Headwind ships: the files of `profiles/timelines/` when it was built.
  public static var shippedFiles: [(name: String, bytes: [UInt8])] {
    ShippedTimelineFiles.all.map { ($0.name, Array($0.text.utf8)) }
  }
}
