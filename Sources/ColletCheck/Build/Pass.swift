import Foundation
import Synchronization

/// The check's own run of the compiler: `swiftc -emit-silgen` for each target.
///
/// Nothing is built. Targets import the modules of the last build, so they are read in
/// any order, side by side. A target whose SIL is fresh isn't read again.
struct Pass {
    /// The directory for the SIL. The pass writes nothing elsewhere except for temporary
    /// files, so it works in the sandbox of a plugin.
    let directory: String
    /// The compiler for targets whose own doesn't start.
    var fallback: String?
    /// Whether tests are left as they are.
    var excludesTests = false
    /// How many seconds the compiler gets for a target, or for each part of a large one.
    /// If it hangs, it is started once more.
    var limit: TimeInterval = 300
    /// How to wait for the compiler. A test decides for itself when that takes too long.
    var wait: Compiler.Wait = { _, end, limit in end.wait(timeout: .now() + limit) }
    /// How many seconds the pass waits for another check of the same program.
    var patienceWithOthers: TimeInterval = 1_200
    /// The size from which the compiler reads a target's sources in several processes:
    /// about 20,000 lines.
    var sizeOfBatches = 700_000
    /// How many seconds pass before a line says what is being read.
    var patience: TimeInterval = 1

    /// Returns the SIL of all targets, in their order, and the targets that have none.
    ///
    /// The files are mapped, so they stay the same when another check writes new ones.
    ///
    /// - Parameter progress: Gets a line if reading takes long.
    func read(_ targets: [Compilation], progress: @escaping @Sendable (String) -> Void)
        throws -> (files: [SILFile], unread: [UnreadTarget])
    {
        let lock = try DirectoryLock(directory, limit: patienceWithOthers)
        defer { withExtendedLifetime(lock) {} }
        let compilers = Set(targets.map(\.compiler)).reduce(into: [:]) {
            $0[$1] = started($1) ?? fallback.flatMap(started)
        }
        let all = targets.map {
            TargetRun(
                pass: self, target: $0, compiler: compilers[$0.compiler],
                sources: $0.sources.map(FileState.init))
        }
        removeAll(but: all)
        let runs = all.filter { !excludesTests || !$0.target.looksLikeTests }
        let failures = make(runs.filter { !$0.isFresh }, progress)
        let files = try runs.filter { failures[$0.directory] == nil }.flatMap {
            try paths(in: $0.directory, ".sil").compactMap(SILFile.init)
        }
        let unread = runs.compactMap { run in
            failures[run.directory].map {
                UnreadTarget(
                    name: run.target.name, reason: $0,
                    isOfTests: run.target.looksLikeTests)
            }
        }
        return (files, unread)
    }

    /// Makes the SIL of targets, the largest first. Returns by directory why some have
    /// none.
    private func make(
        _ runs: [TargetRun], _ progress: @escaping @Sendable (String) -> Void
    ) -> [String: UnreadTarget.Reason] {
        let runs = runs.sorted { $0.size > $1.size }
        let names = runs.map(\.target.name).listed
        let line = DispatchWorkItem { progress("reading \(names) with the compiler") }
        if !runs.isEmpty {
            DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: line)
        }
        let failures = Mutex<[String: UnreadTarget.Reason]>([:])
        DispatchQueue.concurrentPerform(iterations: runs.count) { number in
            do { try runs[number].make() } catch {
                let directory = runs[number].directory
                let reason = error as? UnreadTarget.Reason ?? .unwritable(directory)
                failures.withLock { $0[directory] = reason }
            }
        }
        line.cancel()
        return failures.withLock(\.self)
    }

    /// The compiler's cache for the SDK's modules. Its name depends on the directory,
    /// because the compiler refuses modules that were moved.
    var moduleCache: String { "\(directory)/modules-\(shortHash(of: directory))" }

    /// A compiler with its version, or `nil` if it doesn't start.
    private func started(_ path: String) -> Compiler? {
        var compiler = Compiler(path: path, wait: wait)
        let log = "\(directory)/version"
        guard
            let version = try? compiler.run(
                ["--version"], in: directory, log: log, limit: limit)
        else { return nil }
        compiler.version = version
        return compiler
    }

    /// Removes the SIL of targets that are gone, and the remains of an interrupted run.
    private func removeAll(but runs: [TargetRun]) {
        let known = Set(runs.map(\.directory) + [moduleCache, "\(directory)/lock"])
        for path in (try? paths(in: directory)) ?? [] where !known.contains(path) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}

/// A few letters that differ between two paths, for names of directories.
func shortHash(of path: String) -> String {
    String(Data(path.utf8).stableHash % 0x100_0000, radix: 16)
}
