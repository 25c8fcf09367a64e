import Collet

let tool = Dependencies {
    serviceModules
    Module(.shared) { CommandModule() }
}

struct Tool {
    @Inject private var commands: CommandModule
    @Inject private var terminal: any Terminal

    /// Runs a command, and returns the status of the process.
    func run(_ arguments: [String]) -> Int32 {
        let options = Options(arguments)
        let command = commands.component(named: options.command, format: options.format)
        do {
            terminal.write(try command.run(options))
            return 0
        } catch let error as NoSuchFile {
            terminal.write("there is no file \(error.path)")
            return 1
        } catch {
            terminal.write("\(error)")
            return 2
        }
    }
}
