import Foundation
import Synchronization

/// The check's own run of the compiler: `swiftc -emit-silgen` for each target.
///
/// Nothing is built. The modules of the last build are imported, so targets are read in any
/// order, side by side; a target whose SIL is fresh isn't read again.
struct Pass {
    /// Where the SIL is kept. Nothing is written anywhere else but in the directory for
    /// temporary files, so that the pass works in the sandbox of a plugin.
    let directory: String
    /// The compiler for targets whose own doesn't start.
    var fallback: String?
    /// How many seconds the compiler gets for a target, or for each part of a large one.
    /// What hangs is started once more.
    var limit: TimeInterval = 300
    /// How many seconds it waits for another check of the same program.
    var patienceWithOthers: TimeInterval = 1_200
    /// From how many lines on the compiler reads a target's files in several processes.
    var linesOfBatches = 20_000
    /// After how many seconds a line says what is being read.
    var patience: TimeInterval = 1

    /// Returns the SIL of all targets, in their order.
    ///
    /// - Parameter progress: Gets a line if it takes long.
    func read(_ targets: [Compilation], progress: @escaping @Sendable (String) -> Void)
        throws -> Reading
    {
        try lockedReading(of: targets, progress: progress).reading
    }

    /// Does the same. Until the lock is released, no other check writes anything anew.
    func lockedReading(
        of targets: [Compilation], progress: @escaping @Sendable (String) -> Void
    ) throws -> (reading: Reading, lock: DirectoryLock) {
        try makeDirectory(directory)
        let lock = try DirectoryLock(directory, limit: patienceWithOthers)
        let compilers = Set(targets.map(\.compiler)).reduce(into: [:]) {
            $0[$1] = started($1) ?? fallback.flatMap(started)
        }
        let runs = targets.map {
            TargetRun(pass: self, target: $0, compiler: compilers[$0.compiler])
        }
        removeAll(but: runs)
        let stale = runs.filter { $0.record == nil }.sorted { $0.size > $1.size }
        let names = stale.map(\.target.name).listed
        let line = DispatchWorkItem { progress("reading \(names) with the compiler") }
        if !stale.isEmpty {
            DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: line)
        }
        DispatchQueue.concurrentPerform(iterations: stale.count) { stale[$0].run() }
        line.cancel()
        return try (Reading(runs), lock)
    }

    /// Where the compiler caches modules of the SDK: it refuses those that were moved.
    var moduleCache: String { "\(directory)/modules-\(shortHash(of: directory))" }

    /// A compiler with what it says of its version, or `nil` if it doesn't start.
    private func started(_ compiler: String) -> StartedCompiler? {
        let log = "\(directory)/version"
        let run = Compiler(path: compiler, limit: limit)
            .run(["--version"], in: directory, log: log)
        guard run == .succeeded,
            let version = try? String(contentsOfFile: log, encoding: .utf8)
        else { return nil }
        return (compiler, version)
    }

    /// Removes the SIL of targets that are gone, and what a run that was ended has left.
    private func removeAll(but runs: [TargetRun]) {
        let known = Set(runs.map(\.directory) + [moduleCache, "\(directory)/lock"])
        let all = (try? names(in: directory)) ?? []
        for path in all.map({ "\(directory)/\($0)" }) where !known.contains(path) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}

/// A few letters that differ for two paths, for names of directories.
func shortHash(of path: String) -> String {
    String(Data(path.utf8).stableHash % 0x100_0000, radix: 16)
}
