import Foundation

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
