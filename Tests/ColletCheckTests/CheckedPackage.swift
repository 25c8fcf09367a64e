import Foundation
import TestSupport

@testable import ColletCheck

/// A package that is compiled to SIL, to be checked.
struct CheckedPackage: Sendable {
    let place: BuildPlace

    /// - Parameter files: The files' texts. The first folder of a path is the module, and
    ///   a module comes after those that it imports.
    init(_ files: KeyValuePairs<String, String>) async throws {
        try await self.init(files.map { (path: $0.key, text: $0.value) })
    }

    init(_ files: [(path: String, text: String)]) async throws {
        place = try BuildPlace("Package")
        for (path, text) in files { try place.write(path, text) }
        let modules = files.map { String($0.path.prefix { $0 != "/" }) }
        try place.write("sil/.keep")
        for (index, module) in modules.enumerated()
        where !modules[..<index].contains(module) {
            let sources = files.map(\.path).filter { $0.hasPrefix(module + "/") }
            let isImported = files.contains { $0.text.contains("import \(module)") }
            try await Self.compile(module, sources, isImported: isImported, in: place)
        }
    }

    func check(excludesTests: Bool = false) throws -> Check {
        Check(
            try PackageSIL(sil: [place.path("sil")], excludesTests: excludesTests))
    }

    private static func compile(
        _ module: String, _ sources: [String], isImported: Bool, in place: BuildPlace
    ) async throws {
        let isTest = module.hasSuffix("Tests")
        let library =
            try await isTest ? CompiledLibrary.withTraits : CompiledLibrary.shared
        var options = ["-swift-version", "6", "-g", "-module-name", module]
        options += ["-enable-testing", "-wmo", "-I", place.path] + library.importOptions
        if !sources.contains(where: { $0.hasSuffix("/main.swift") }) {
            options.append("-parse-as-library")
        }
        let paths = sources.map(place.path(_:))
        let sil = place.path("sil/\(module).sil")
        try await swiftc(options + ["-emit-silgen", "-o", sil] + paths)
        if !isImported { return }
        let interface = place.path("\(module).swiftmodule")
        try await swiftc(options + moduleOnly + ["-emit-module-path", interface] + paths)
    }

    /// A text without the path of the package.
    func withoutPaths(_ text: String) -> String {
        text.replacing("\(place.path)/", with: "")
    }
}
