import Collet
import Foundation

tool.build()

let terminal = Inject<any Terminal>()
let arguments = CommandLine.arguments.dropFirst()
guard !arguments.isEmpty else {
    terminal().write("usage: tally [count | longest] [--json] FILES")
    exit(64)
}
exit(Tool().run(Array(arguments)))
