/// Options that forward the next one to another tool.
private let forwarding = "-Xfrontend -Xcc -Xllvm".words

/// Options to leave out: they set a build's output and schedule, skip function bodies, or
/// add the counters of code coverage.
private let optionsOfBuilds =
    """
    -c -incremental -enable-batch-mode -save-temps -serialize-diagnostics
    -parseable-output -use-frontend-parseable-output
    -experimental-emit-module-separately -no-emit-module-separately
    -no-emit-module-separately-wmo -profile-generate -profile-coverage-mapping
    -experimental-lazy-typecheck -experimental-allow-module-with-compiler-errors
    """.words

/// Options to leave out with their values. The check caches modules in its own folder, and
/// knows a program's entry by the name `main`.
private let withValue =
    """
    -o -output-file-map -index-store-path -index-unit-output-path -num-threads
    -module-cache-path -pch-output-dir -sil-output-dir -entry-point-function-name
    """.words

/// Prefixes of options to leave out, which say what the compiler writes or skips.
private let prefixesOfBuilds =
    "-emit- -cas- -cache- -Rcache- -experimental-skip-".words

/// The arguments of the compiler's driver, without those that belong to a build.
struct Arguments: Equatable, Sendable {
    /// The options that remain, in order. The sources aren't among them.
    private(set) var options: [String] = []

    /// - Parameter others: Prefixes of further options to leave out.
    init(_ arguments: [String], without others: [String] = []) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            let isForwarding = forwarding.contains(word)
            let prefix = isForwarding ? [word] : []
            let option = isForwarding ? rest.popFirst() ?? "" : word
            let isFlag =
                (prefixesOfBuilds + others).contains(where: option.hasPrefix)
                || option.contains(/^-j\d*$/)
            let isValued = isFlag && option.contains(/-(path|dir|access|option)$/)
            if isValued || withValue.contains(option) {
                // A forwarded option has a forwarded value.
                rest = rest.dropFirst(prefix.count + 1)
            } else if !isFlag, !optionsOfBuilds.contains(option) {
                options += prefix + [option]
            }
        }
    }

    /// The value of an option, or `nil`.
    subscript(option: String) -> String? {
        options.lastIndex(of: option).flatMap { options.dropFirst($0 + 1).first }
    }

    /// The arguments with implicit modules, or `nil` if the modules are implicit already.
    ///
    /// Explicit modules can't be built if the folders that they name aren't writable.
    var withImplicitModules: Arguments? {
        let copy = Arguments(
            options,
            without: "-explicit-module-build -clang-scanner- -sdk-module-cache-".words)
        return copy == self ? nil : copy
    }
}
