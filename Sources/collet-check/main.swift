import Foundation

// At some of what may be wrong with an index, the compiler's library ends the process.
for number in [SIGABRT, SIGBUS, SIGSEGV] {
    signal(number) { _ in
        let error: StaticString =
            "error: the index is damaged; delete what was built, and build again\n"
        _ = write(STDERR_FILENO, error.utf8Start, error.utf8CodeUnitCount)
        _exit(2)
    }
}

let result = CheckCommand.run(Array(CommandLine.arguments.dropFirst()))
// If nobody reads the output any more, that is an error as a full disk is.
signal(SIGPIPE, SIG_IGN)
do {
    try FileHandle.standardOutput.write(contentsOf: Data(result.output.utf8))
    try FileHandle.standardError.write(contentsOf: Data(result.errorOutput.utf8))
} catch {
    try? FileHandle.standardError.write(
        contentsOf: Data("error: cannot write the output\n".utf8))
    exit(2)
}
exit(result.status)
