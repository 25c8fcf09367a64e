import Foundation

/// The library as a module, compiled once for all code that tests compile.
public struct CompiledLibrary: Sendable {
    private let directory: URL

    /// The options that find the modules.
    public var importOptions: [String] { ["-I", directory.path] }
    /// The object file that programs link.
    public var object: String { directory.appending(path: "Collet.o").path }

    public static var shared: CompiledLibrary {
        get async throws { try await library.value }
    }

    /// The same, with `ColletTesting` to import.
    public static var withTraits: CompiledLibrary {
        get async throws { try await traits.value }
    }

    /// The same, but the library writes what is registered and asked for to standard
    /// error, in lines that `Note` reads. Programs compiled with the plain library can
    /// link this one.
    public static var noting: CompiledLibrary {
        get async throws { try await noter.value }
    }

    private static let library = Task {
        try await CompiledLibrary([Package.library, Package.hints])
    }

    private static let noter = Task {
        let file = try Package.temporaryFile("Collet.swift", Note.notingLibrary())
        return try await CompiledLibrary([file, Package.hints])
    }

    private init(_ files: [URL]) async throws {
        directory = try Package.temporaryDirectory()
        // Only a whole-module compilation makes one object of two files.
        try await compile("Collet", files, ["-wmo", "-c", "-o", object])
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
        try await swiftc(
            ["-swift-version", "6", "-parse-as-library", "-module-name", module]
                + ["-emit-module", "-emit-module-path", path] + options
                + files.map(\.path)
        )
    }
}

/// The options to emit only a module, which needs no function bodies.
public let moduleOnly = [
    "-wmo", "-emit-module", "-Xfrontend",
    "-experimental-skip-non-inlinable-function-bodies",
]

/// Runs the compiler on code that should compile.
public func swiftc(_ arguments: [String]) async throws {
    // A whole module is one job, except when it is also linked.
    let job = arguments.contains("-wmo") ? try await job(of: arguments) : nil
    let compiler =
        if let job { try await Run("sh", ["-ec", job]) } else {
            try await Run("swiftc", arguments)
        }
    guard compiler.status == 0 else { throw CompilerError(output: compiler.error) }
}

/// Returns the command that the driver starts. The driver is asked once for all calls
/// with the same files in other directories: asking takes half as long as compiling
/// something small.
private func job(of arguments: [String]) async throws -> String {
    let call = arguments.joined(separator: "\n")
    let found = call.matches(of: /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/)
    let names = found.reduce(into: [String]()) { names, match in
        if !names.contains(String(match.0)) { names.append(String(match.0)) }
    }
    let numbers = names.indices.map { "<\($0)>" }
    @Sendable func replacing(_ old: [String], _ new: [String], in text: String) -> String
    {
        zip(old, new).reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
    let key = replacing(names, numbers, in: call)
    let job = try await jobs.value(named: key) {
        let driver = try await Run("swiftc", ["-driver-print-jobs"] + arguments)
        guard driver.status == 0 else { throw CompilerError(output: driver.error) }
        return replacing(names, numbers, in: driver.output)
    }
    return replacing(numbers, names, in: job)
}

private let jobs = Cache<String>()

/// The compiler's output about files that should compile.
public struct CompilerError: Error, CustomStringConvertible {
    private let output: String
    public var description: String { output }

    public init(output: String) { self.output = output }
}
