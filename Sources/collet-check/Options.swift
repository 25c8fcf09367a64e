import ColletCheck
import ColletRun

/// What the arguments and the environment ask for.
struct Options {
    var graph: DrawingLanguage?
    var format = ReportFormat.text
    var output: String?, indexStorePath: String?
    var packagePath: String?, buildPath: String?, compilerPath: String?
    var isStrict = false, includesTests = false, isJustBuilt = false
    var excludesTests = false, wantsHelp = false
    /// The directories of SIL to check, instead of what was built.
    var sil: [String] = []
    /// The name of the code whose needs are printed, and the key of which all is.
    var needs: String?, why: String?

    /// Reads the arguments behind the command's name, and in a Run Script phase Xcode's
    /// variables.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        packagePath = environment["SRCROOT"]
        buildPath = environment["BUILT_PRODUCTS_DIR"]
        compilerPath = environment["DT_TOOLCHAIN_DIR"].map { $0 + "/usr/bin/swiftc" }
        // An option's value is behind "=", or the next argument.
        var rest = arguments.flatMap { argument in
            argument.wholeMatch(of: /(--[a-z-]+)=(.*)/).map { ["\($0.1)", "\($0.2)"] }
                ?? [argument]
        }[...]
        while let option = rest.popFirst() {
            func value<Value>(
                _ need: String = "needs a value", _ read: (String) -> Value?
            ) throws -> Value {
                if let text = rest.popFirst(), text != "", let value = read(text) {
                    return value
                }
                throw CheckFailure("option '\(option)' \(need); see --help")
            }
            switch option {
            case "--graph":
                graph = try value("is one of mermaid, dot", DrawingLanguage.init)
            case "--format":
                format = try value("is one of text, github, json", ReportFormat.init)
            case "--output": output = try value { $0 }
            case "--index-store-path": indexStorePath = try value { $0 }
            case "--package-path": packagePath = try value { $0 }
            case "--build-path": buildPath = try value { $0 }
            case "--compiler-path": compilerPath = try value { $0 }
            case "--include-tests": includesTests = true
            case "--exclude-tests": excludesTests = true
            case "--just-built": isJustBuilt = true
            case "--needs": needs = try value { $0 }
            case "--sil": sil.append(try value { $0 })
            case "--why": why = try value { $0 }
            case "--strict": isStrict = true
            case "--help", "-h": wantsHelp = true
            default:
                let kind = option.hasPrefix("-") ? "option" : "argument"
                throw CheckFailure("unknown \(kind) '\(option)'; see --help")
            }
        }
        if why != nil, sil.isEmpty {
            throw CheckFailure("option '--why' needs '--sil'; see --help")
        }
    }

    static let help = """
        OVERVIEW: Check that everything injected is registered, before the program runs.

        USAGE: swift package check-dependencies [options]

        OPTIONS:
          --format <format>         List the findings as text (the default), github or json.
          --graph <language>        Draw the graph in mermaid or dot; findings go to standard error.
          --output <file>           Write the graph, or else the findings, to a file. In the package
                                    that needs --allow-writing-to-package-directory before the verb.
          --include-tests           List all that is wrong in test targets, too.
          --exclude-tests           Leave tests out, as where they were not built.
          --needs <name>            Print what a type, a function, Type.method or a test asks for, as
                                    a block to paste, and check nothing.
          --why <key>               With --sil: print who registers a type and who asks for it, and the
                                    way to each, and check nothing.
          --sil <dir>               Check by the SIL that a build has left in a directory, and build
                                    nothing. It may be given several times.
          --index-store-path <dir>  Read this index, or that of derived data, and build nothing.
          --target <name>           Xcode passes it to the plugin; all targets are checked anyway.
          --strict                  Exit with 1 on warnings and on what is in doubt, too.
          -h, --help                Show this.

        Accept a finding on the line above it: // collet-check:allow <rule>: <reason>

        Options of collet-check; the plugin sets them, or Xcode's variables in a Run Script phase:
          --package-path <dir>      The package's or project's directory, or the current one.
          --build-path <dir>        What was built: the index is beside, above or below.
          --compiler-path <file>    The swiftc whose index library to use; that in PATH by default.
          --just-built              A file that the index describes otherwise is an error.

        EXIT STATUS: 0 if all was checked and nothing is wrong, 1 on errors, 2 if nothing, or not
        every file, could be checked (SwiftPM: 1).
        """
}
