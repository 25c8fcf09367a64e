import Foundation

/// The libraries' types that any symbol may mention, because symbols abbreviate their
/// names.
private let abbreviated =
    """
    Any Array Bool Character Dictionary Double Error Float Int Optional Set String
    Substring Task UInt
    """.words

/// The names of types in keys.
///
/// SIL prints a type without its module. If a name isn't unique, the symbol of a closure
/// or property with the full name tells which type it is, or else the file's imports.
final class TypeNames {
    private unowned let program: Program
    /// By name, the modules that declare it.
    let declaring: [String: [String]]
    /// The types that are declared in functions.
    private let local: Set<String>
    /// The names that don't stand for one type in the whole program.
    let ambiguous: [String]
    private var keys: [String: String] = [:]
    private var plain: [String: String] = [:]
    private var runTimeTypes: [String: String] = [:]

    /// The libraries' types whose values don't say what they mean.
    static let plain = Set(
        """
        Bool Character Data Date Decimal Double Duration Float Float16 Float80 Int Int8
        Int16 Int32 Int64 Int128 StaticString String Substring UInt UInt8 UInt16 UInt32
        UInt64 UInt128 URL UUID
        """.words)
    /// The libraries' types that programs often mean by a name.
    static let ofLibraries = plain.union(abbreviated + ["Never", "Result"])
    /// The program's own types that share their names with libraries' types that the
    /// program also uses.
    private var shared: Set<String> = []

    init(_ program: Program) {
        self.program = program
        declaring = program.files.homes.mapValues { $0.map(\.module) }
        local = Set(program.order.flatMap(localTypes))
        let several = declaring.filter { $0.value.count > 1 }.map(\.key)
        let own = Self.ofLibraries.intersection(declaring.keys)
        ambiguous = local.union(several).union(own).sorted()
        shared = own.filter {
            abbreviated.contains($0) || program.files.useLibrarysType($0)
        }
    }

    // MARK: Keys

    /// The key's type for a type in a function's text. The symbol `exact` has its full
    /// name.
    func keyType(
        _ type: String, in function: Function?, exact: String? = nil
    ) -> String {
        let type = atRunTime(type)
        guard !ambiguous.isEmpty else { return type }
        let id = "\(type)|\(function?.symbol ?? "")|\(exact ?? "")"
        return keys.value(for: id) {
            var result = type
            for name in ambiguous where result.contains(name) {
                let full = fullName(name, in: function, exact: exact)
                let escaped = NSRegularExpression.escapedPattern(for: name)
                result = result.replacingOccurrences(
                    of: "(?<![\\w.:#])\(escaped)(?![\\w])", with: full ?? "?\(name)",
                    options: .regularExpression)
            }
            return result
        }
    }

    private static let markers = Set(
        "BitwiseCopyable Copyable Escapable Sendable SendableMetatype".words)

    /// A type as it is at run time: `any P` for `any P & Sendable`, `Model` for
    /// `any Model & Sendable` if that is a class, and `any P` for `any P & AnyObject` if
    /// only classes conform.
    func atRunTime(_ type: String) -> String {
        let mayEndInOne = type.hasPrefix("any ") && type.hasSuffix("able")
        guard mayEndInOne || type.contains("&") || type.contains("(") else { return type }
        return runTimeTypes.value(for: type) {
            let type = spellings.reduce(type) { $0.replacing($1.0, with: $1.1) }
            return type.replacing(composition) { found in
                compositionAtRunTime(found.1.matches(of: member).map { String($0.0) })
            }
        }
    }

    private func compositionAtRunTime(_ all: [String]) -> String {
        let kinds = all.filter { $0 != "AnyObject" }.flatMap(program.kinds)
        let isOfObjects = kinds.contains { ["AnyObject", "Actor"].contains($0) }
        let rest = all.filter {
            !Self.markers.contains($0) && !(isOfObjects && $0 == "AnyObject")
        }
        if rest.isEmpty { return "Any" }
        // `AnyObject` isn't a protocol.
        if rest == ["AnyObject"] || rest.count == 1 && isClass(rest[0]) { return rest[0] }
        // Whether a marker counts beside arguments depends on the build.
        let isPlain = rest.allSatisfy { !$0.contains("<") }
        let members =
            isPlain ? rest : rest.sorted() + all.filter(Self.markers.contains)
        return "any " + members.joined(separator: " & ")
    }

    /// Whether it is a class, as far as that can be told.
    private func isClass(_ type: String) -> Bool {
        let kind = program.declaration(of: type)?.kind ?? ""
        return ["actor", "class"].contains(kind) || type.baseName.hasSuffix("KeyPath")
    }

    /// The name with its module and, if it is private or local, its discriminator, or
    /// `nil` if that can't be told.
    private func fullName(
        _ name: String, in function: Function?, exact: String?
    ) -> String? {
        if let found = exact.flatMap({ Self.fullName(name, inSymbol: $0) }) {
            return found
        }
        guard let file = function?.file else { return nil }
        let visible = declaring[name, default: []].filter(file.sees)
        let isOwn = visible.contains(file.module)
        let isVague = local.contains(name) || shared.contains(name)
        let isOne = isOwn ? visible.count == 1 && !isVague : Set(visible).count == 1
        return isOne ? "\(visible[0]).\(name)" : nil
    }

    private static func fullName(_ name: String, inSymbol symbol: String) -> String? {
        let text = demangled(symbol)
        // A name in backticks may have any characters.
        let name = NSRegularExpression.escapedPattern(for: name)
        // The innermost declaration's own type comes first, before ` in `.
        let own = text.components(separatedBy: " in closure #")[0]
        let member =
            #"(\w+)\.(\(\#(name) in _\w+\)|\#(name)( #\d+ in [\w.]+[^,>]*)?)(?![\w(])"#
        let local = #"(?<![\w.])\#(name) #\d+ in [^,>)]*"#
        let found = [member, local].flatMap(own.all)
        return Set(found).count == 1 ? found.first : nil
    }

    // MARK: Members

    /// A member without its modules, as in its own module.
    func unqualified(_ member: String) -> String {
        plain.value(for: member) {
            var result = member
            for module in program.modules where result.contains(module + ".") {
                result = result.replacingOccurrences(
                    of: "(?<![\\w.#])\(module)\\.", with: "",
                    options: .regularExpression)
            }
            return result
        }
    }
}

/// What a function's type says that is the same as saying less.
private let spellings = [
    ("borrowing ", ""), (" throws(Never)", ""),
    ("throws(any Error)", "throws"), ("consuming ", "__owned "),
]

// A generic argument may have arguments itself.
nonisolated(unsafe) private let member = #/[\w.]+(<([^<>]|<[^<>]*>)*>)?/#
nonisolated(unsafe) private let composition =
    #/any (([\w.]+(<([^<>]|<[^<>]*>)*>)?( & )?)+)/#

extension [SILFile] {
    /// Whether a symbol mentions a library's type: `$s10Foundation4DataV`.
    func useLibrarysType(_ name: String) -> Bool {
        ["s", "Foundation", "Essentials"].contains { library in
            contains { $0.text.contains(string: "\(library)\(name.count)\(name)") }
        }
    }
}

nonisolated(unsafe) private let localType = #/(\w+) \#\d+ in /#

/// `L` for a member of `L #1 in App.outer() -> ()`.
func localTypes(in function: Function) -> [String] {
    let mayBe = ["L_V", "L_C", "L_O"].contains { function.symbol.contains($0) }
    guard mayBe else { return [] }
    return demangled(function.symbol).matches(of: localType)
        .map { String($0.1) }.filter { $0 != "closure" }
}

extension String {
    /// All matches of a pattern.
    fileprivate func all(_ pattern: String) -> [String] {
        let matches = try! NSRegularExpression(pattern: pattern).matches(
            in: self, range: NSRange(startIndex..., in: self))
        return matches.map { (self as NSString).substring(with: $0.range) }
    }
}
