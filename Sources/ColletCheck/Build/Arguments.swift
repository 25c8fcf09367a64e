/// The arguments of the compiler's driver, without what belongs to a build.
struct Arguments: Equatable, Sendable {
    /// What is left, in its order. The sources aren't among them.
    private(set) var options: [String] = []

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            let isForwarding = Self.forwarding.contains(word)
            let prefix = isForwarding ? [word] : []
            let option = isForwarding ? rest.popFirst() ?? "" : word
            if Self.hasValue(option) {
                // A forwarded option has a forwarded value.
                rest = rest.dropFirst(prefix.count + 1)
            } else if !Self.alone.contains(option), !Self.isFlag(option) {
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
    /// Explicit modules can't be built where the folders that they name may not be written.
    var withImplicitModules: Arguments? {
        guard let flag = options.firstIndex(of: "-explicit-module-build") else {
            return nil
        }
        var copy = self
        copy.options.remove(at: flag)
        for option in ["-clang-scanner-module-cache-path", "-sdk-module-cache-path"] {
            while let index = copy.options.firstIndex(of: option) {
                copy.options.removeSubrange(index..<min(index + 2, copy.options.count))
            }
        }
        return copy
    }
}

// What is left out: what a build writes, how it is scheduled, what skips the bodies of
// functions, and the counters that code coverage adds to them.
extension Arguments {
    private static let forwarding: Set = ["-Xfrontend", "-Xcc", "-Xllvm"]

    private static let alone: Set = [
        "-c", "-incremental", "-enable-batch-mode", "-save-temps",
        "-serialize-diagnostics",
        "-parseable-output", "-use-frontend-parseable-output",
        "-experimental-emit-module-separately", "-no-emit-module-separately",
        "-no-emit-module-separately-wmo", "-profile-generate",
        "-profile-coverage-mapping",
        "-experimental-lazy-typecheck", "-experimental-allow-module-with-compiler-errors",
    ]

    /// The check caches modules in its own folder, and a program's entry is called `main`.
    private static let withValue: Set = [
        "-o", "-output-file-map", "-index-store-path", "-index-unit-output-path",
        "-num-threads", "-module-cache-path", "-pch-output-dir", "-sil-output-dir",
        "-entry-point-function-name",
    ]

    /// What begins so is about what is written, or about what is skipped.
    private static let beginnings = [
        "-emit-", "-cas-", "-cache-", "-Rcache-", "-experimental-skip-",
    ]

    private static func isFlag(_ option: String) -> Bool {
        let isJobCount =
            option.hasPrefix("-j") && option.dropFirst(2).allSatisfy(\.isNumber)
        return isJobCount || beginnings.contains(where: option.hasPrefix)
    }

    private static func hasValue(_ option: String) -> Bool {
        let ends = ["-path", "-dir", "-access", "-option"]
        return withValue.contains(option)
            || isFlag(option) && ends.contains(where: option.hasSuffix)
    }
}
