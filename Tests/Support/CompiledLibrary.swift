import Foundation

/// The library as a module, compiled once for everything that tests compile.
public struct CompiledLibrary: Sendable {
    private let directory: URL

    /// The options that find the modules.
    public var importOptions: [String] { ["-I", directory.path] }
    /// What programs link with.
    public var object: String { directory.appending(path: "Collet.o").path }

    public static var shared: CompiledLibrary {
        get async throws { try await library.value }
    }

    /// The same, where `ColletTesting` can be imported, too.
    public static var withTraits: CompiledLibrary {
        get async throws { try await traits.value }
    }

    private static let library = Task {
        let library = CompiledLibrary(directory: try Package.temporaryDirectory())
        // Two files make one object only where the whole module is compiled at once.
        let options = ["-wmo", "-c", "-o", library.object]
        try await library.compile("Collet", [Package.library, Package.hints], options)
        return library
    }

    private static let traits = Task {
        let library = try await shared
        let files = Package.files(in: "Sources/ColletTesting", ending: ".swift")
        try await library.compile("ColletTesting", files, library.importOptions)
        return library
    }

    private func compile(_ module: String, _ files: [URL], _ options: [String])
        async throws
    {
        let path = directory.appending(path: "\(module).swiftmodule").path
        let compiler = try await Run(
            "swiftc",
            ["-swift-version", "6", "-parse-as-library", "-module-name", module]
                + ["-emit-module", "-emit-module-path", path] + options
                + files.map(\.path)
        )
        guard compiler.status == 0 else { throw CompilerError(output: compiler.error) }
    }
}

/// What the compiler said about files that should compile.
public struct CompilerError: Error, CustomStringConvertible {
    private let output: String
    public var description: String { output }

    public init(output: String) { self.output = output }
}
