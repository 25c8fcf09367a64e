import Foundation

/// A file of SIL: what the compiler made of one source, or of a module.
final class SILFile {
    let path: String
    let text: SILText
    let interface: Interface
    /// The module of its first function.
    private(set) var module = ""
    /// Whether a program begins here.
    private(set) var hasMain = false

    init(path: String, text: SILText) {
        self.path = path
        self.text = text
        let head = SILText(text.start, text.find("\nsil_") ?? text.end)
        interface = Interface(head)
    }

    var imports: Set<String> { interface.imports }
    var name: String { (path as NSString).lastPathComponent }
    var folder: String { (path as NSString).deletingLastPathComponent }

    func note(_ function: Function) {
        if function.isMain { hasMain = true }
        guard module.isEmpty, !function.isShared else { return }
        module = Self.module(of: function.symbol) ?? ""
    }

    /// `App` of `$s3App1XC…`.
    static func module(of symbol: String) -> String? {
        guard symbol.hasPrefix("$s") else { return nil }
        let digits = symbol.dropFirst(2).prefix { $0.isNumber }
        guard let count = Int(digits) else { return nil }
        return String(symbol.dropFirst(2 + digits.count).prefix(count))
    }
}
