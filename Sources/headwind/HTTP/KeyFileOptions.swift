import ArgumentParser
import KeyFiles
import TLS

/// `--keys FILE` and `--keys-password-file FILE`: what TLS is decrypted with, besides the secrets in a capture.
struct KeyFileOptions: ParsableArguments {
  /// A file, read when the option is parsed: it may be a pipe, which can be read only once.
  struct Named {
    var path: String
    var file: KeyFile
  }

  /// The largest file that is read.
  private static let most = 1 << 30

  @Option(
    name: .customLong("keys"),
    help: ArgumentHelp(
      "Decrypt TLS with this file: an NSS key log, as SSLKEYLOGFILE makes programs write it, or a server's private RSA key in PEM, DER or PKCS#12, for TLS 1.2 with RSA key exchange. Secrets in the capture are used anyway.",
      valueName: "file"), completion: .file(),
    transform: Self.read)
  var named: Named?

  @Option(
    name: .customLong("keys-password-file"),
    help: ArgumentHelp("The password of the --keys file: the first line of this file.", valueName: "file"),
    completion: .file(),
    transform: Self.readPassword)
  var password: KeyPassword?

  func validate() throws {
    guard let named else {
      guard password == nil else { throw ValidationError("--keys-password-file needs --keys FILE.") }
      return
    }
    do {
      _ = try Self.log(of: named.file, password)
    } catch {
      throw ValidationError("--keys \(named.path): \(Self.words(error))")
    }
  }

  /// The secrets and keys; nil if there is no file. `validate()` has reported what is wrong with it.
  var log: KeyLog? { named.flatMap { try? Self.log(of: $0.file, password) } }

  private static func log(of file: KeyFile, _ password: KeyPassword?) throws(KeyFileProblem) -> KeyLog {
    switch file {
    case .keyLog(let log): return log
    case .keys(let keys):
      let log = KeyLog()
      for key in try keys.keys(password: password) { log.add(key) }
      return log
    }
  }

  @Sendable private static func read(_ path: String) throws -> Named {
    do {
      return Named(path: path, file: try KeyFile(try WholeFile.bytes(of: path, limit: most)))
    } catch let problem as KeyFileProblem {
      throw ValidationError("--keys \(path): \(words(problem))")
    } catch {
      throw ValidationError("--keys \(path): \(error)")
    }
  }

  @Sendable private static func readPassword(_ path: String) throws -> KeyPassword {
    let bytes: [UInt8]
    do {
      bytes = try WholeFile.bytes(of: path, limit: 1 << 16)
    } catch {
      throw ValidationError("--keys-password-file \(path): \(error)")
    }
    guard let password = KeyPassword(line: bytes) else {
      throw ValidationError("--keys-password-file \(path): the first line must be a password of ASCII characters.")
    }
    return password
  }

  private static func words(_ problem: KeyFileProblem) -> String {
    switch problem {
    case .nothing:
      "the file has no secrets; its lines must be a label, a client random and a secret in hexadecimal."
    case .noRSAKey: "the file has no private RSA key, and TLS cannot be decrypted with keys of other kinds."
    case .broken: "the file is not a private key in PEM, DER or PKCS#12, or it is damaged."
    case .tooLarge: "the file is larger than any private key."
    case .passwordNeeded: "the private key is encrypted; give its password with --keys-password-file FILE."
    case .cannotDecrypt: "the password is wrong, or the key is encrypted with a cipher that Headwind does not support."
    }
  }
}
