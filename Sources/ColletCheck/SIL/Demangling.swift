import Foundation

@_silgen_name("swift_demangle")
private func swiftDemangle(
    _ name: UnsafePointer<CChar>?, _ length: UInt, _ output: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// A symbol's readable name, or the symbol itself.
func demangled(_ symbol: String) -> String {
    let name = swiftDemangle(symbol, UInt(symbol.utf8.count), nil, nil, 0)
    guard let name else { return symbol }
    defer { free(name) }
    return String(cString: name)
}

/// The same, without marks of private declarations.
func plainName(ofSymbol symbol: String) -> String {
    let name = demangled(symbol)
    // Checking first whether a regular expression may match is ten times as fast.
    return name.contains(" in _") ? name.replacing(privateName) { $0.1 } : name
}

// Written in place, it would be parsed at each use.
nonisolated(unsafe) private let privateName = #/\((\w+) in _\w+\)/#

/// `name` for the symbol of `static App.Feed.(name in _9B…) : Type`.
func propertyName(ofSymbol symbol: String) -> String {
    let path = plainName(ofSymbol: symbol).components(separatedBy: " : ")[0]
    return String(path.lastName.prefix { $0 != " " })
}

extension StringProtocol {
    /// `Row` for `Feed.Row`.
    var lastName: SubSequence { split(separator: ".").last ?? "" }
}
