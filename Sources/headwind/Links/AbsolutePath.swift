import Glibc
import SystemPackage

/// Makes a path absolute, so that it is valid in another working directory.
func absolutePath(_ path: String) -> String {
  guard !path.hasPrefix("/") else { return path }
  return FilePath(workingDirectory()).appending(path).lexicallyNormalized().string
}

private func workingDirectory() -> String {
  guard let buffer = getcwd(nil, 0) else { return "/" }
  // Without a buffer, `getcwd` allocates one, which the caller must free.
  defer { free(buffer) }
  return String(cString: buffer)
}
