import Foundation
import Synchronization

/// A target in a pass: its SIL, and the run of the compiler that makes it.
final class TargetRun: Sendable {
    let target: Compilation
    /// The SIL, its record, and the arguments by which it was made.
    let directory: String
    /// How large the sources are.
    let size: Int

    private let pass: Pass
    private let version: String?
    private let sources: [FileState?]
    private let result: Mutex<Result<Record, UnreadTarget.Reason>?>

    init(pass: Pass, target: Compilation, version: String?) {
        self.pass = pass
        self.target = target
        self.version = version
        // Two targets of a project may have modules of one name.
        directory = "\(pass.directory)/\(target.module)-\(shortHash(of: target.objects))"
        sources = target.sources.map(FileState.init)
        size = sources.reduce(0) { $0 + ($1?.size ?? 0) }
        let record = try? JSONDecoder().decode(
            Record.self, from: contents(of: "\(directory)/record.json"))
        let isFresh = record?.isFresh(target, by: version ?? "", in: directory) == true
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
        guard let version else { throw UnreadTarget.Reason.noCompiler }
        let gone = zip(target.sources, sources).filter { $1 == nil }.map(\.0)
        if target.sources.isEmpty || !gone.isEmpty {
            throw UnreadTarget.Reason.changed(gone)
        }
        try makeDirectory(new)
        if let reason = try compile() { throw reason }
        let record = try record(by: version)
        try JSONEncoder().encode(record).write(to: URL(filePath: "\(new)/record.json"))
        try? FileManager.default.removeItem(atPath: directory)
        try FileManager.default.moveItem(atPath: new, toPath: directory)
        return record
    }

    /// Where all is written first.
    private var new: String { directory + ".new" }
    private var trace: String { "\(new)/modules.json" }

    /// Runs the compiler. Explicit modules come first, as the build has them.
    private func compile() throws -> UnreadTarget.Reason? {
        let reason = try compile(target.arguments)
        guard reason != nil, let implicit = target.arguments.withImplicitModules
        else { return reason }
        return try compile(implicit)
    }

    private func compile(_ arguments: Arguments) throws -> UnreadTarget.Reason? {
        let words = arguments.options + (try output()) + target.sources
        let file = "\(new)/arguments"
        try ResponseFile.text(of: words).write(
            toFile: file, atomically: false, encoding: .utf8)
        try? FileManager.default.removeItem(atPath: trace)
        let outcome = Compiler(path: target.compiler, limit: pass.limit)
            .run(["@\(file)"], in: target.directory, log: "\(new)/log")
        return UnreadTarget.Reason(outcome)
    }

    /// The options that say what is written, and where.
    private func output() throws -> [String] {
        let common = [
            "-emit-silgen", "-g", "-module-cache-path", pass.moduleCache,
            // The sandbox of a plugin doesn't let a macro have one of its own.
            "-disable-sandbox",
            "-emit-loaded-module-trace", "-emit-loaded-module-trace-path", trace,
        ]
        guard lineCount > pass.linesOfBatches else {
            return common + ["-wmo", "-o", "\(new)/\(target.module).sil"]
        }
        let map = target.sources.enumerated().map { index, source in
            let name = URL(filePath: source).deletingPathExtension().lastPathComponent
            return (source, ["raw-sil": "\(new)/\(index)-\(name).sil"])
        }
        let file = "\(new)/files.json"
        try JSONEncoder().encode(Dictionary(map) { $1 }).write(to: URL(filePath: file))
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return common
            + ["-no-whole-module-optimization", "-enable-batch-mode", "-j\(cores)"]
            + ["-output-file-map", file]
    }

    private var lineCount: Int {
        target.sources.reduce(0) { count, source in
            let data = (try? contents(of: source)) ?? Data()
            return count + data.withUnsafeBytes { $0.count { $0 == 0x0a } }
        }
    }

    private func record(by version: String) throws -> Record {
        let modules = try ModuleTrace(of: trace)
        let files = try names(in: new).filter { $0.hasSuffix(".sil") }
        return Record(
            compiler: version, arguments: target.arguments.options,
            sources: sources.compactMap(\.self),
            modules: modules.paths.compactMap(FileState.init), imports: modules.imports,
            files: files.reduce(into: [:]) { $0[$1] = FileState.size(of: "\(new)/\($1)") }
        )
    }
}
