import Foundation

private let accessors =
    "didset getter modify modify2 read read2 setter unsafeMutableAddressor willset"
    .words

/// The name of a function: the types around it, and its own.
struct FunctionName: Hashable {
    /// `["Feed", "Row"]` of `Feed.Row.load(id:)`.
    let types: [Substring]
    /// `load(id:)`
    let name: Substring

    /// `Feed.Row`, or an empty string for a function that isn't a type's.
    var type: String { types.joined(separator: ".") }

    /// `Feed.Row`, or the function's own name if it isn't a type's.
    var owner: String { types.isEmpty ? String(name) : type }

    /// `Feed.Row.load`, without the parameters, which tell functions of one name apart.
    var path: String {
        (types + [name.prefix { $0 != "(" }]).joined(separator: ".")
    }

    /// The names of the types around it, and its own.
    var titles: [String] {
        types.indices.map { types[...$0].joined(separator: ".") } + [path]
    }

    /// The name of a called function; a closure has that of the function around it.
    init(_ call: Call) {
        // A member's name says whose requirement it is, not who implements it.
        let isOther = "#$".contains(call.name.prefix(1)) || call.name == "callback"
        let path = isOther ? Self.path(ofSymbol: call.symbol) : Self.path(call.name[...])
        var parts = path.split(separator: ".")
        if accessors.contains(String(parts.last ?? "")) { parts.removeLast() }
        name = parts.popLast() ?? ""
        types = parts
    }

    /// `Feed.load(id:)` of `closure #1 in static Feed.load<A>(id:)`.
    private static func path(_ name: Substring) -> Substring {
        let outer = name.components(separatedBy: " in ").last ?? ""
        let words = outer.replacing(#/<[^<>]*>/#, with: "").split(separator: " ")
        // A closure of `main.swift` is in no other function.
        return words.last ?? "main"
    }

    /// `Feed.load` of the symbol of `Kit.Feed.(load in _9B…)(id: A) -> ()`.
    private static func path(ofSymbol symbol: String) -> Substring {
        let text = plainName(ofSymbol: symbol).replacing(
            #/\(extension in \w+\):/#, with: "")
        return path(text.prefix { !"(:".contains($0) }).drop { $0 != "." }.dropFirst()
    }

    /// `Row` of the symbol of `Kit.Feed.component() -> Kit.Row`.
    static func result(ofSymbol symbol: String) -> String {
        let result =
            plainName(ofSymbol: symbol).components(separatedBy: " -> ").last ?? ""
        return result.replacing(#/\b\w+\.(?=\w)/#, with: "")
    }
}

extension Call {
    /// Whether the compiler wrote the function to pass a call on.
    var isThunk: Bool {
        name.hasPrefix("thunk ")
            || ["TR", "TW", "TA", "TK"].contains { symbol.hasSuffix($0) }
    }

    var isClosure: Bool { name.contains(" in ") }
}
