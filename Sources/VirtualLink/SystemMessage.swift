import SystemPackage

/// The system's words for an `errno` value, safe among threads.
func systemMessage(_ code: Int32) -> String {
  Errno(rawValue: code).description
}
