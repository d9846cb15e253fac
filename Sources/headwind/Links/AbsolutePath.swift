import Glibc
import SystemPackage

/// A path that means the same in another working directory.
func absolutePath(_ path: String) -> String {
  guard !path.hasPrefix("/") else { return path }
  return FilePath(workingDirectory()).appending(path).lexicallyNormalized().string
}

private func workingDirectory() -> String {
  guard let buffer = getcwd(nil, 0) else { return "/" }
  // With no buffer given, `getcwd` allocates one, which is ours to free.
  defer { free(buffer) }
  return String(cString: buffer)
}
