import Foundation
import Synchronization

/// A compiler, with what it says of its version.
typealias StartedCompiler = (path: String, version: String)

/// A target in a pass: its SIL, and the run of the compiler that makes it.
final class TargetRun: Sendable {
    let target: Compilation
    /// The SIL, its record, and the arguments by which it was made.
    let directory: String
    /// How large the sources are.
    let size: Int

    private let pass: Pass
    private let compiler: StartedCompiler?
    private let sources: [FileState?]
    private let result: Mutex<Result<Record, UnreadTarget.Reason>?>

    init(pass: Pass, target: Compilation, compiler: StartedCompiler?) {
        self.pass = pass
        self.target = target
        self.compiler = compiler
        // Two targets of a project may have modules of one name.
        directory = "\(pass.directory)/\(target.module)-\(shortHash(of: target.objects))"
        sources = target.sources.map(FileState.init)
        size = sources.reduce(0) { $0 + ($1?.size ?? 0) }
        let record = try? JSONDecoder().decode(
            Record.self, from: contents(of: "\(directory)/record.json"))
        let isFresh =
            record?.isFresh(target, by: compiler?.version ?? "", in: directory) == true
        result = Mutex(isFresh ? record.map(Result.success) : nil)
    }

    /// The record of fresh SIL.
    var record: Record? { result.withLock { try? $0?.get() } }

    /// Why there is no fresh SIL after the run.
    var reason: UnreadTarget.Reason? {
        result.withLock { if case .failure(let reason) = $0 { reason } else { nil } }
    }

    /// Makes the SIL.
    func run() {
        let made = Result { try make() }.mapError {
            $0 as? UnreadTarget.Reason ?? .unwritable(directory)
        }
        result.withLock { $0 = made }
    }

    private func make() throws -> Record {
        if !target.wasBuilt { throw UnreadTarget.Reason.notBuilt }
        guard let compiler else {
            throw UnreadTarget.Reason.noCompiler(target.compiler)
        }
        let gone = zip(target.sources, sources).filter { $1 == nil }.map(\.0)
        if target.sources.isEmpty || !gone.isEmpty {
            throw UnreadTarget.Reason.changed(gone)
        }
        try makeDirectory(new)
        if let reason = try compile(by: compiler.path) { throw reason }
        let record = try record(by: compiler)
        try JSONEncoder().encode(record).write(to: URL(filePath: "\(new)/record.json"))
        try? FileManager.default.removeItem(atPath: directory)
        try FileManager.default.moveItem(atPath: new, toPath: directory)
        return record
    }

    /// Where all is written first.
    private var new: String { directory + ".new" }
    private var trace: String { "\(new)/modules.json" }

    /// Runs the compiler. Explicit modules come first, as the build has them.
    private func compile(by compiler: String) throws -> UnreadTarget.Reason? {
        let reason = try compile(target.arguments, by: compiler)
        if reason == nil || reason == .tookTooLong { return reason }
        guard let implicit = target.arguments.withImplicitModules else { return reason }
        return try compile(implicit, by: compiler)
    }

    private func compile(_ arguments: Arguments, by compiler: String) throws
        -> UnreadTarget.Reason?
    {
        let words = arguments.options + (try output()) + target.sources
        let file = "\(new)/arguments"
        try ResponseFile.text(of: words).write(
            toFile: file, atomically: false, encoding: .utf8)
        try? FileManager.default.removeItem(atPath: trace)
        let driver = Compiler(path: compiler, limit: limit)
        func run() -> Compiler.Outcome {
            driver.run(["@\(file)"], in: target.directory, log: "\(new)/log")
        }
        let outcome = run()
        // What hung once seldom hangs again.
        return UnreadTarget.Reason(
            outcome == .tookTooLong ? run() : outcome, of: compiler)
    }

    /// How long the compiler may take, at the most.
    private var limit: TimeInterval {
        pass.limit * TimeInterval(1 + lineCount / max(1, pass.linesOfBatches))
    }

    /// The options that say what is written, and where.
    private func output() throws -> [String] {
        let common = [
            "-emit-silgen", "-g", "-module-cache-path", pass.moduleCache,
            // The sandbox of a plugin doesn't let a macro have one of its own.
            "-disable-sandbox",
            "-emit-loaded-module-trace", "-emit-loaded-module-trace-path", trace,
            "-emit-dependencies", "-output-file-map", try writeFileMap(),
        ]
        if isWhole { return common + ["-wmo", "-o", "\(new)/\(target.module).sil"] }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return common
            + ["-no-whole-module-optimization", "-enable-batch-mode", "-j\(cores)"]
    }

    /// Whether one process of the compiler reads all sources.
    private var isWhole: Bool { lineCount <= pass.linesOfBatches }

    /// Writes what the compiler makes of which sources, and returns the path.
    private func writeFileMap() throws -> String {
        let files = target.sources.enumerated().map { index, source in
            let name = URL(filePath: source).deletingPathExtension().lastPathComponent
            let path = "\(new)/\(index)-\(name)"
            return (source, ["raw-sil": "\(path).sil", "dependencies": "\(path).d"])
        }
        let whole = [("", ["dependencies": "\(new)/whole.d"])]
        let file = "\(new)/files.json"
        let map = Dictionary(isWhole ? whole : files) { $1 }
        try JSONEncoder().encode(map).write(to: URL(filePath: file))
        return file
    }

    private var lineCount: Int {
        target.sources.reduce(0) { count, source in
            let data = (try? contents(of: source)) ?? Data()
            return count + data.withUnsafeBytes { $0.count { $0 == 0x0a } }
        }
    }

    private func record(by compiler: StartedCompiler) throws -> Record {
        let modules = try ModuleTrace(of: trace)
        let all = try names(in: new)
        let files = all.filter { $0.hasSuffix(".sil") }
        let lists = all.filter { $0.hasSuffix(".d") }.map { "\(new)/\($0)" }
        let others = try DependencyFile.paths(in: lists)
            .filter { isInRecord($0, of: compiler.path) }
        return Record(
            compiler: compiler.version, arguments: target.arguments.options,
            sources: sources.compactMap(\.self),
            modules: (modules.paths + others).compactMap(FileState.init),
            imports: modules.imports, loads: modules.names,
            files: files.reduce(into: [:]) { $0[$1] = FileState.size(of: "\(new)/\($1)") }
        )
    }

    /// Whether a file counts besides sources and modules: a header, a module map or a macro
    /// that doesn't come with the compiler.
    private func isInRecord(_ path: String, of compiler: String) -> Bool {
        let toolchain = URL(filePath: resolved(compiler))
            .deletingLastPathComponent().deletingLastPathComponent().path
        let isModule = [".swiftmodule", ".swiftinterface"].contains { path.hasSuffix($0) }
        return !isModule && !target.sources.contains(path)
            && !path.hasPrefix(toolchain + "/")
    }
}
