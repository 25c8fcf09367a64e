import Foundation

/// A target in a pass: its SIL, and the run of the compiler that makes it.
struct TargetRun: Sendable {
    let pass: Pass
    let target: Compilation
    let compiler: Compiler?
    /// Its sources as they are now; `nil` for those that can't be read.
    let sources: [FileState?]

    /// The directory with the SIL, its record, and the arguments that made it. Two
    /// targets of a project may have modules with the same name.
    var directory: String {
        "\(pass.directory)/\(target.module)-\(shortHash(of: target.objects))"
    }

    /// The size of all sources.
    var size: Int { sources.reduce(0) { $0 + ($1?.size ?? 0) } }

    /// Whether the compiler would write the same SIL again.
    var isFresh: Bool {
        guard let data = try? contents(of: "\(directory)/record.json"),
            let record = try? JSONDecoder().decode(Record.self, from: data)
        else { return false }
        return record == (try? self.record(of: record.others.map(\.path), in: directory))
    }

    /// The record for the SIL in a directory, with the other files that were read.
    private func record(of others: [String], in directory: String) throws -> Record {
        Record(
            compiler: compiler?.version, arguments: target.arguments.options,
            sources: sources.compactMap(\.self),
            others: others.compactMap(FileState.init),
            sizes: try paths(in: directory, ".sil").map(FileState.size))
    }

    /// Makes the SIL.
    func make() throws {
        if !target.wasBuilt { throw UnreadTarget.Reason.notBuilt }
        guard let compiler else { throw UnreadTarget.Reason.noCompiler(target.compiler) }
        let gone = zip(target.sources, sources).filter { $1 == nil }.map(\.0)
        if sources.isEmpty || !gone.isEmpty { throw UnreadTarget.Reason.changed(gone) }
        try FileManager.default.createDirectory(
            atPath: new, withIntermediateDirectories: true)
        do {
            // Explicit modules come first, as in the build.
            try compile(target.arguments, by: compiler)
        } catch {
            let isHanging = error as? UnreadTarget.Reason == .tookTooLong
            let implicit = target.arguments.withImplicitModules
            guard !isHanging, let implicit else { throw error }
            try compile(implicit, by: compiler)
        }
        try JSONEncoder().encode(record(of: others(readBy: compiler), in: new))
            .write(to: URL(filePath: "\(new)/record.json"))
        try? FileManager.default.removeItem(atPath: directory)
        try FileManager.default.moveItem(atPath: new, toPath: directory)
    }

    /// The directory where everything is written first.
    private var new: String { directory + ".new" }

    private func compile(_ arguments: Arguments, by compiler: Compiler) throws {
        let words = arguments.options + (try output()) + target.sources
        let file = "\(new)/arguments"
        try ResponseFile.text(of: words).write(
            toFile: file, atomically: false, encoding: .utf8)
        func run() throws {
            try compiler.run(
                ["@\(file)"], in: target.directory, log: "\(new)/log",
                limit: pass.limit * Double(1 + parts))
        }
        do { try run() } catch UnreadTarget.Reason.tookTooLong {
            // A compiler that has hung once seldom hangs again.
            try run()
        }
    }

    /// How many batches the compiler needs for the sources, besides the first.
    private var parts: Int { size / max(1, pass.sizeOfBatches) }

    /// The options for what is written, and where.
    private func output() throws -> [String] {
        var map = ["": ["dependencies": "\(new)/whole.d"]]
        for (index, source) in target.sources.enumerated() {
            let path = "\(new)/\(index)"
            map[source] = ["raw-sil": "\(path).sil", "dependencies": "\(path).d"]
        }
        let file = "\(new)/files.json"
        try JSONEncoder().encode(map).write(to: URL(filePath: file))
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let kind =
            parts == 0
            ? ["-wmo", "-o", "\(new)/\(target.module).sil"]
            : ["-no-whole-module-optimization", "-enable-batch-mode", "-j\(cores)"]
        // The sandbox of a plugin doesn't let a macro have one of its own.
        return ["-emit-silgen", "-g", "-module-cache-path", pass.moduleCache]
            + ["-disable-sandbox", "-emit-dependencies", "-output-file-map", file] + kind
    }

    /// The other files that the compiler has read, except for its own files, which its
    /// version covers.
    private func others(readBy compiler: Compiler) throws -> [String] {
        let lists = try paths(in: new, ".d")
        let toolchain = URL(filePath: resolved(compiler.path))
            .deletingLastPathComponent().deletingLastPathComponent().path
        return Set(lists.flatMap(ResponseFile.dependencies)).subtracting(target.sources)
            .filter { path in
                ![toolchain, pass.directory].contains { path.hasPrefix($0 + "/") }
            }.sorted()
    }
}
