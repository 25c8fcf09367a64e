import ColletCheck

/// The command's options.
struct Options {
    var graph: DrawingLanguage?
    var format = ReportFormat.text
    var output: String?
    var packagePath: String?, buildPath: String?, cachePath: String?
    var compilerPath: String?
    /// The directories with SIL from a build.
    var sil: [String] = []
    var isStrict = false, includesTests = false, excludesTests = false, wantsHelp = false
    /// The name of the code whose needs are printed.
    var needs: String?
    /// The key that is explained.
    var why: String?
    /// A warning about the options.
    var warning: String?

    /// Reads the arguments after the command's name.
    init(_ arguments: [String]) throws {
        // An option's value is after "=", or in the next argument.
        var rest = arguments.flatMap { argument in
            argument.wholeMatch(of: /(--[a-z-]+)=(.*)/).map { ["\($0.1)", "\($0.2)"] }
                ?? [argument]
        }[...]
        while let option = rest.popFirst() {
            func value<Value>(
                _ need: String = "needs a value", _ read: (String) -> Value? = { $0 }
            ) throws -> Value {
                if let text = rest.popFirst(), text != "", let value = read(text) {
                    return value
                }
                throw Refusal("option '\(option)' \(need); see --help")
            }
            switch option {
            case "--graph":
                graph = try value("is one of mermaid, dot", DrawingLanguage.init)
            case "--format":
                format = try value("is one of text, github, json", ReportFormat.init)
            case "--output": output = try value()
            case "--sil": sil.append(try value())
            case "--package-path": packagePath = try value()
            case "--build-path": buildPath = try value()
            // The arguments are next to the products, as the index is.
            case "--index-store-path":
                buildPath = try value()
                warning = "'--index-store-path' is read as '--build-path'"
            case "--cache-path": cachePath = try value()
            case "--compiler-path": compilerPath = try value()
            case "--include-tests": includesTests = true
            case "--exclude-tests": excludesTests = true
            case "--needs": needs = try value()
            case "--why": why = try value()
            case "--strict": isStrict = true
            case "--help", "-h": wantsHelp = true
            default:
                let kind = option.hasPrefix("-") ? "option" : "argument"
                throw Refusal("unknown \(kind) '\(option)'; see --help")
            }
        }
    }

    static let help = """
        OVERVIEW: Check that everything injected is registered, before the program runs.

        USAGE: swift package check-dependencies [options]

        OPTIONS:
          --format <format>         List the findings as text (the default), github or json.
          --strict                  Exit with 1 on warnings and on what can't be told, too.
          --include-tests           List all that is wrong in test targets, too.
          --exclude-tests           Leave tests out.
          --needs <name>            Print what a type, a function, Type.method or a test asks for, as
                                    a block to paste, and check nothing.
          --why <key>               Say who registers a key and who asks for it, with the way to
                                    each, and check nothing.
          --graph <language>        Draw the graph in mermaid or dot; findings go to standard error.
          --output <file>           Write the graph, or else the findings, to a file. In the package
                                    that needs --allow-writing-to-package-directory before the verb.
          --target <name>           Xcode passes it to the plugin; all targets are checked anyway.
          -h, --help                Show this.

        Accept a finding on the line above it: // collet-check:allow <rule>: <reason>

        Options of collet-check; the plugin sets them, or Xcode's variables in a Run Script phase:
          --package-path <dir>      The package's or project's directory, or the current one.
          --build-path <dir>        What was built: .build, derived data, or a directory in them.
          --cache-path <dir>        Where the check keeps the SIL that it lets the compiler write.
          --compiler-path <file>    The swiftc for targets whose own is gone.
          --sil <dir>               Check the SIL that a build has left in a directory, as Bazel's,
                                    and compile nothing; once for each.

        EXIT STATUS: 0 if all was checked and nothing is an error, 1 on errors, 2 if nothing, or not
        everything, could be checked (SwiftPM: 1).
        """
}
