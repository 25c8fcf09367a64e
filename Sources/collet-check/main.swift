import ColletCheck
import Foundation

// Kept until the process ends, because freeing it would take time.
var check: Check?
let arguments = Array(CommandLine.arguments.dropFirst())
let result = CheckCommand.run(arguments) { check = $0 }
// If nothing reads the output any more, writing fails, as it does on a full disk.
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
