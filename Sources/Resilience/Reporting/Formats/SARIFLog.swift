/// The part of SARIF 2.1.0 that reports use. The names are those of the standard.
struct SARIFLog: Encodable {
  /// The base of the paths in Headwind's own sources.
  static let standardBase = "HEADWIND"

  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  struct Run: Encodable {
    var tool: Tool
    var automationDetails: AutomationDetails
    var originalUriBaseIds = [
      standardBase: BaseLocation(description: Message(text: "Headwind's sources, which have the standard suite"))
    ]
    var columnKind = "unicodeCodePoints"
    var invocations: [Invocation]
    var results: [Result]
  }

  struct Tool: Encodable {
    var driver: Driver
  }

  struct Driver: Encodable {
    var name = "headwind"
    var rules: [Rule]
  }

  struct AutomationDetails: Encodable {
    var id: String
  }

  struct BaseLocation: Encodable {
    var description: Message
  }

  struct Message: Encodable {
    var text: String
    var markdown: String?
  }

  struct Rule: Encodable {
    struct Configuration: Encodable {
      var level: String
    }

    struct Properties: Encodable {
      var tags: [String]
      /// GitHub sorts by it: `error`, `warning` or `recommendation`.
      var severity: String

      private enum CodingKeys: String, CodingKey {
        case tags
        case severity = "problem.severity"
      }
    }

    var id: String
    var shortDescription: Message
    var fullDescription: Message
    var help: Message
    var helpUri: String?
    var defaultConfiguration: Configuration
    var properties: Properties
  }

  struct Result: Encodable {
    struct Fingerprints: Encodable {
      /// Is the same in every run in which the client breaks the same demand.
      var headwindDemand: String
      /// The one by which GitHub knows an alert again.
      var primaryLocationLineHash: String

      private enum CodingKeys: String, CodingKey {
        case headwindDemand = "headwindDemand/v1"
        case primaryLocationLineHash
      }
    }

    struct Properties: Encodable {
      var scenario: String
      var client: String?
      /// The numbers of the packets that show it.
      var packets: [Int]
      var capture: String
      /// The command line that repeats the scenario.
      var command: String
    }

    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Message
    var locations: [Location]
    var partialFingerprints: Fingerprints
    var occurrenceCount = 1
    var properties: Properties
  }

  struct Location: Encodable {
    struct Physical: Encodable {
      var artifactLocation: Artifact
      var region: Region
    }

    struct Artifact: Encodable {
      var uri: String
      var uriBaseId: String?
    }

    struct Region: Encodable {
      var startLine: Int
    }

    var physicalLocation: Physical
  }

  struct Invocation: Encodable {
    var commandLine: String
    var executionSuccessful: Bool
    var startTimeUtc: String
    var endTimeUtc: String
    var toolExecutionNotifications: [Notification]
  }

  struct Notification: Encodable {
    var level: String
    var message: Message
    var locations: [Location]?
  }
}
