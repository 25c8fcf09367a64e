import Foundation

/// What the compiler says of the modules that it has loaded for a target.
struct ModuleTrace: Decodable {
    private let swiftmodulesDetailedInfo: [Module]

    private struct Module: Decodable {
        let name, path: String
        let isImportedDirectly: Bool
    }

    init(of path: String) throws {
        let lines = try contents(of: path).split(separator: 0x0a)
        // Each frontend of a batch adds a line that says the same.
        self = try JSONDecoder().decode(Self.self, from: lines.first ?? Data())
    }

    /// The names of all modules.
    var names: [String] { swiftmodulesDetailedInfo.map(\.name).sorted() }

    /// The names of the modules that the sources import.
    var imports: [String] {
        swiftmodulesDetailedInfo.filter(\.isImportedDirectly).map(\.name).sorted()
    }

    /// The paths of the modules, without those that the compiler brings along: its version
    /// stands for these.
    var paths: [String] {
        let standardLibrary = swiftmodulesDetailedInfo.first { $0.name == "Swift" }
        let own = standardLibrary.map { directory(of: directory(of: $0.path)) }
        return swiftmodulesDetailedInfo.map(\.path).sorted().filter {
            !$0.hasSuffix(".swiftinterface") && directory(of: directory(of: $0)) != own
        }
    }

    private func directory(of path: String) -> String {
        URL(filePath: path).deletingLastPathComponent().path
    }
}
