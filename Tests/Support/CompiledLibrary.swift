import Foundation

/// The library as a module, compiled once for all code that tests compile.
public struct CompiledLibrary: Sendable {
    private let directory: URL

    /// The options that find the modules.
    public var importOptions: [String] { ["-I", directory.path] }

    public static var shared: CompiledLibrary {
        get async throws { try await library.value }
    }

    /// The same, with `ColletTesting` to import.
    public static var withTraits: CompiledLibrary {
        get async throws { try await traits.value }
    }

    private static let library = Task {
        let library = CompiledLibrary(directory: try Package.temporaryDirectory())
        try await library.compile("Collet", [Package.library, Package.hints])
        return library
    }

    private static let traits = Task {
        let library = try await shared
        try await library.compile("ColletTesting", [Package.traits])
        return library
    }

    private func compile(_ module: String, _ files: [URL]) async throws {
        let path = directory.appending(path: "\(module).swiftmodule").path
        try await swiftc(
            moduleOnly + ["-swift-version", "6", "-parse-as-library", "-module-name"]
                + [module, "-emit-module-path", path] + importOptions + files.map(\.path))
    }
}

// MARK: - Objects

extension CompiledLibrary {
    /// The object file that programs link.
    public static var object: String {
        get async throws { try await plainObject.value }
    }

    /// The same, but the library writes what is registered and asked for to standard
    /// error, in lines that `Note` reads.
    public static var notingObject: String {
        get async throws { try await noter.value }
    }

    private static let plainObject = Task { try await object(of: Package.library) }

    private static let noter = Task {
        try await object(
            of: Package.temporaryFile("Collet.swift", Note.notingLibrary()))
    }

    private static func object(of file: URL) async throws -> String {
        let path = try Package.temporaryDirectory().appending(path: "Collet.o").path
        // Only a whole-module compilation makes one object of two files.
        try await swiftc([
            "-swift-version", "6", "-parse-as-library", "-module-name", "Collet", "-wmo",
            "-c", "-o", path, file.path, Package.hints.path,
        ])
        return path
    }
}

/// The options to emit only a module, which needs no function bodies.
public let moduleOnly = [
    "-wmo", "-emit-module", "-Xfrontend",
    "-experimental-skip-non-inlinable-function-bodies",
]

/// Runs the compiler on code that should compile.
public func swiftc(_ arguments: [String]) async throws {
    let compiler = try await Run(compiling: arguments)
    guard compiler.status == 0 else { throw CompilerError(output: compiler.error) }
}

extension Run {
    /// Runs the compiler.
    public init(compiling arguments: [String]) async throws {
        // A whole module is one job, except when it is also linked.
        let job = arguments.contains("-wmo") ? try await job(of: arguments) : nil
        self =
            if let job { try await Run("sh", ["-ec", job]) } else {
                try await Run("swiftc", arguments)
            }
    }
}

/// Returns the command that the driver starts, or `nil` if the command reads a file that
/// the driver writes. The driver is asked once for all modules with the same options and
/// as many files: asking takes half as long as compiling something small.
private func job(of arguments: [String]) async throws -> String? {
    let call = arguments.joined(separator: " ")
    // Paths without the ending, because the driver derives others from them.
    let own = /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}[^ .]*|-module-name \w+/
    let names = call.matches(of: own).reduce(into: [String]()) { names, match in
        if !names.contains(String(match.0)) { names.append(String(match.0)) }
    }
    let numbered = names.enumerated().map { (name: $1, number: "<\($0)>") }
    // A path may begin with another one.
    let longestFirst = numbered.sorted { $0.name.count > $1.name.count }
    @Sendable func withoutNames(_ text: String) -> String {
        longestFirst.reduce(text) { $0.replacing($1.name, with: $1.number) }
    }
    let job = try await jobs.value(named: withoutNames(call)) {
        let driver = try await Run("swiftc", ["-driver-print-jobs"] + arguments)
        guard driver.status == 0 else { throw CompilerError(output: driver.error) }
        let readsAnotherFile = driver.output.contains("-supplementary-output-file-map")
        return readsAnotherFile ? nil : withoutNames(driver.output)
    }
    return job.map { job in
        numbered.reduce(job) { $0.replacing($1.number, with: $1.name) }
    }
}

private let jobs = Cache<String?>()

/// The compiler's output about files that should compile.
public struct CompilerError: Error, CustomStringConvertible {
    private let output: String
    public var description: String { output }

    public init(output: String) { self.output = output }
}
