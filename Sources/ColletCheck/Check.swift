import Foundation

/// A package, run from what the compiler has made of its sources.
package struct Check {
    let runs: PackageRuns
    private let unchecked: [Finding]

    /// Runs all programs and tests of a package.
    package init(_ sil: PackageSIL) {
        unchecked = sil.unchecked
        runs = onLargeStack { PackageRuns(Roots(sil.files, known: Interpreter.known)) }
    }

    /// Lists what is wrong.
    ///
    /// - Parameter includesTests: Whether all rules count in tests.
    package func report(includesTests: Bool = false) -> Report {
        let acceptances = runs.sources.files.keys.flatMap { path in
            let text = try? String(contentsOfFile: path, encoding: .utf8)
            return Acceptance.all(in: text ?? "", of: path)
        }
        return Report(
            runs, acceptances, unchecked: unchecked, includesTests: includesTests)
    }

    /// A block to paste with everything that a type, a function or a test asks for.
    package func needs(of name: String) throws -> String {
        try NeededBlock(runs, of: name).text
    }

    /// Where a key is registered and where it is asked for, with the way to each.
    package func reasons(for key: String) throws -> String { try Why(runs, key).text }

    /// Draws who makes and injects what in each program, or else in the libraries.
    package func drawing(in language: DrawingLanguage) -> String {
        let programs = runs.programs.map { Drawing($0.name, $0.runs, runs) }
        return language.text(
            of: programs.isEmpty ? [Drawing("", runs.rest, runs)] : programs)
    }
}

/// The bytes of stack that the interpreter may need: it calls itself wherever a program
/// makes a call, and a thread other than the main one has 512 KB.
private let stackSize = 512 << 20

/// Runs a closure on a thread with a stack that is large enough for the interpreter.
private func onLargeStack<T>(_ body: @escaping () -> T) -> T {
    nonisolated(unsafe) var result: T?
    nonisolated(unsafe) let body = body
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
        result = body()
        isDone.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    isDone.wait()
    return result!
}
