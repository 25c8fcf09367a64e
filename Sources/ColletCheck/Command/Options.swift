/// What the command line asks for.
struct Options: Equatable {
    enum Format: String {
        case mermaid, dot
    }

    var format: Format?
    var output: String?
    var indexStorePath: String?
    var isStrict = false
    var wantsHelp = false
    var packagePath: String?
    var buildPath: String?
    var compilerPath: String?
    var exportedModules: Set<String> = []

    /// Reads the arguments behind the command's name.
    ///
    /// - Throws: ``CheckFailure`` for an unknown option, a missing value or a wrong one.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            var option = argument
            var attached: String?
            if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
                option = String(argument[..<equals])
                attached = String(argument[argument.index(after: equals)...])
            }
            /// The option's value: behind `=`, or the next argument.
            func value() throws -> String {
                guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
                    throw CheckFailure("option '\(option)' needs a value; see --help")
                }
                return value
            }
            switch option {
            case "--format":
                let name = try value()
                guard let known = Format(rawValue: name) else {
                    throw CheckFailure("unknown format '\(name)'; there are 'mermaid' and 'dot'")
                }
                format = known
            case "--output": output = try value()
            case "--index-store-path": indexStorePath = try value()
            case "--package-path": packagePath = try value()
            case "--build-path": buildPath = try value()
            case "--compiler-path": compilerPath = try value()
            case "--exported-module": exportedModules.insert(try value())
            case "--strict" where attached == nil: isStrict = true
            case "--help" where attached == nil, "-h": wantsHelp = true
            default:
                let kind = argument.hasPrefix("-") ? "option" : "argument"
                throw CheckFailure("unknown \(kind) '\(argument)'; see --help")
            }
        }
    }

    static let help = """
        OVERVIEW: Check that everything injected is registered, before the program runs.

        USAGE: swift package check-dependencies [options]

        OPTIONS:
          --format <format>         Draw the graph of modules and components, instead of listing the
                                    findings: mermaid, dot.
          --output <file>           Write the list to a file; or the graph, and list the findings.
                                    A file in the package needs SwiftPM's permission:
                                    swift package --allow-writing-to-package-directory …
          --index-store-path <dir>  Read this index and build nothing. Xcode's is in its derived
                                    data: <project>/Index.noindex/DataStore.
          --strict                  Exit with 1 on warnings, too.
          -h, --help                Show this.

        Options of the tool by itself (the package plugin sets them):
          --package-path <dir>      The package; findings in other directories are left out.
                                    The current directory by default.
          --build-path <dir>        The directory with the built tool, to look for the index there.
          --compiler-path <file>    The swiftc whose index library to use; that in PATH by default.
          --exported-module <name>  A module of a library product, so that the app that uses it may
                                    register what it injects. May be repeated.

        EXIT STATUS: 0 if nothing is wrong, 1 on errors, 2 if nothing could be checked.
        SwiftPM itself exits with 1 for both.
        """
}
