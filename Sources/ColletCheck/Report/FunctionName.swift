import Foundation

/// What a function is called: the types around it, and its own name.
struct FunctionName: Hashable {
    /// `["Feed", "Row"]` of `Feed.Row.load(id:)`.
    private(set) var types: [Substring] = []
    /// `load(id:)`
    private(set) var name: Substring = ""

    /// `Feed.Row`, or nothing for a function that isn't a type's.
    var type: String { types.joined(separator: ".") }

    /// `Feed.Row`, or the function if it is nobody's.
    var owner: String { types.isEmpty ? String(name) : type }

    /// `Feed.Row.load`, without what tells it from functions with other parameters.
    var path: String {
        (types + [name.prefix { $0 != "(" }]).joined(separator: ".")
    }

    /// The names of the types around it, and its own.
    var titles: [String] {
        types.indices.map { types[...$0].joined(separator: ".") } + [path]
    }

    /// The name of a function that was called; a closure has the one that it stands in.
    init(_ call: Call) {
        // A member's name says whose requirement it is, and not who fulfils that.
        let isOther = "#$".contains(call.name.prefix(1)) || call.name == "callback"
        let path = isOther ? Self.path(ofSymbol: call.symbol) : Self.path(call.name[...])
        let labels = path.firstIndex(of: "(") ?? path.endIndex
        var parts = path[..<labels].split(separator: ".")
        if Self.accessors.contains(String(parts.last ?? "")) { parts.removeLast() }
        name = (parts.popLast() ?? "") + path[labels...]
        types = parts
    }

    private static let accessors =
        "didset getter modify modify2 read read2 setter unsafeMutableAddressor willset"
        .words

    /// `Feed.load(id:)` of `closure #1 in static Feed.load<A>(id:)`.
    private static func path(_ name: Substring) -> Substring {
        let outer = name.components(separatedBy: " in ").last ?? ""
        let words = outer.replacing(#/<[^<>]*>/#, with: "").split(separator: " ")
        // A closure of `main.swift` stands in nothing else.
        return words.last ?? "main"
    }

    /// `Feed.load` of the symbol of `Kit.Feed.(load in _9B…)(id: A) -> ()`.
    private static func path(ofSymbol symbol: String) -> Substring {
        let name = plainName(ofSymbol: symbol)
        let text = name.replacing(#/\(extension in \w+\):/#, with: "")
        let path = path(text.prefix { $0 != "(" })
        return path.drop { $0 != "." }.dropFirst()
    }

    /// `Row` of the symbol of `Kit.Feed.component() -> Kit.Row`.
    static func result(ofSymbol symbol: String) -> String {
        let name = plainName(ofSymbol: symbol)
        let result = name.components(separatedBy: " -> ").last ?? ""
        return result.replacing(#/\b\w+\.(?=\w)/#, with: "")
    }
}

extension Call {
    /// Whether the compiler wrote the function, to pass a call on.
    var isThunk: Bool {
        name.hasPrefix("thunk ") || ["TR", "TW", "TA"].contains { symbol.hasSuffix($0) }
    }

    var isClosure: Bool { name.contains(" in ") }
}
