import ArgumentParser
import MessageFormats

/// `--proto FILE`: what the fields of protobuf messages are called.
struct ProtoOption: ParsableArguments {
  /// The largest file that is read: the descriptors of large companies have some megabytes.
  private static let most = 64 << 20

  @Option(
    name: .customLong("proto"),
    help: ArgumentHelp(
      "With --show: name the fields of gRPC messages as this .proto file does, or this descriptor set (protoc --include_imports --descriptor_set_out=FILE). Give it once for each file.",
      valueName: "file"),
    completion: .file(), transform: Self.read)
  var files: [File] = []

  struct File {
    var path: String
    var bytes: [UInt8]
    var isSource: Bool { path.hasSuffix(".proto") }
  }

  func validate() throws {
    guard !files.isEmpty, schema == nil else { return }
    let names = files.map(\.path).joined(separator: ", ")
    guard files.allSatisfy({ $0.isSource == files[0].isSource }) else {
      throw ValidationError("--proto: give either .proto files or descriptor sets.")
    }
    throw ValidationError(
      "--proto \(names): \(files[0].isSource ? "this is no proto2 or proto3." : "this is no descriptor set; the name of a source ends in .proto.")"
    )
  }

  /// What the files say together; nil if there are none. `validate()` has reported what is wrong with them.
  var schema: ProtobufSchema? {
    guard let first = files.first, files.allSatisfy({ $0.isSource == first.isSource }) else { return nil }
    if first.isSource { return ProtobufSchema(sources: files.map(\.bytes)) }
    // Messages of protobuf in a row are one message, with all their files.
    return ProtobufSchema(descriptorSet: files.flatMap(\.bytes))
  }

  @Sendable private static func read(_ path: String) throws -> File {
    do {
      let bytes = try WholeFile.bytes(of: path, limit: most)
      guard bytes.count <= most else {
        throw ValidationError("--proto \(path): the file is larger than \(most >> 20) MB.")
      }
      return File(path: path, bytes: bytes)
    } catch let failure as Failure {
      throw ValidationError("--proto \(path): \(failure)")
    }
  }
}
