import Collet
import Synchronization

/// The options in the arguments.
struct Options: Sendable {
    var command = "count"
    var format = "plain"
    var paths: [String] = []

    init(_ arguments: [String]) {
        for argument in arguments {
            switch argument {
            case "--json": format = "json"
            case "count", "longest": command = argument
            default: paths.append(argument)
            }
        }
    }
}

/// Words that all commands share. They are read once.
final class Words: Sendable {
    private let files = Inject<any Files>()
    private let kept = Mutex<[String: [String]]>([:])

    func words(of path: String) throws -> [String] {
        if let words = kept.withLock({ $0[path] }) { return words }
        let words = try files().text(of: path).split(separator: " ").map(String.init)
        kept.withLock { $0[path] = words }
        return words
    }
}

protocol Command: Sendable {
    func run(_ options: Options) throws -> String
}

struct Count: Command {
    let words: Words
    let format: any Format

    func run(_ options: Options) throws -> String {
        var counts: [String: Int] = [:]
        for path in options.paths {
            for word in try words.words(of: path) { counts[word, default: 0] += 1 }
        }
        return format.text(of: counts)
    }
}

struct Longest: Command {
    let words: Words

    func run(_ options: Options) throws -> String {
        let all = try options.paths.flatMap { path in try words.words(of: path) }
        return all.max { $0.count < $1.count } ?? ""
    }
}

/// Makes the commands, which share their words.
struct CommandModule: ComponentFactory, Sendable {
    @Inject("plain") private var plain: any Format
    @Inject("json") private var json: any Format
    private let scope = Scope()

    func component(named name: String, format: String) -> any Command {
        name == "longest" ? component() as Longest : component(format: format) as Count
    }

    func component(format: String) -> Count {
        Count(words: component(), format: format == "json" ? json : plain)
    }

    func component() -> Longest { Longest(words: component()) }
    func component() -> Words { scope.shared { Words() } }
}
