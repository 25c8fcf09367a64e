import Foundation

/// The places of injected properties, and of others whose initial value is a wrapper, by
/// the names of the type and the stored property: `Feed._clock`.
struct InjectedProperties {
    var places: [String: Place] = [:]
    /// The symbols of the functions that make their wrappers. Canonical SIL has these
    /// functions' bodies in initializers instead.
    var symbols: [Place: String] = [:]
    /// The names that they ask for, if those are literals; `nil` for no name.
    var names: [Place: String?] = [:]

    init(_ program: Program) {
        for function in program.order where function.symbol.hasSuffix("vpfi") {
            guard let request = program.calls(of: requesting, in: function).first else {
                continue
            }
            symbols[request.place] = function.symbol
            if let name = function.nameOfWrapper { names[request.place] = .some(name) }
            // `variable initialization expression of Kit.Feed._clock : …`
            let path =
                plainName(ofSymbol: function.symbol).components(separatedBy: " of ").last
                ?? ""
            let property = path.components(separatedBy: " : ")[0].drop { $0 != "." }
            places[String(property.dropFirst())] = request.place
        }
    }
}

/// The calls that ask for something, as far as a function's text shows them: those of
/// `resolve`, and injected properties.
private let requesting =
    "Resolver.resolve Inject.__allocating_init Inject.init".words

private let registering =
    "Module.init Module.mainActor Resolver.register".words

extension Program {
    /// The types that functions ask for, run or not, by place.
    var requests: [Place: String] {
        // In canonical SIL, a memberwise initializer's default argument makes the wrapper
        // again, at the property's name.
        let getters = order.filter { $0.symbol.hasSuffix("vg") }
        let properties = Set(getters.compactMap(\.place))
        let all = order.lazy.filter { !$0.isShared && !$0.isInlined }
            .flatMap { self.calls(of: requesting, in: $0) }
            .filter { !properties.contains($0.place) }
        return Dictionary(all.map { ($0.place, $0.type) }) { first, _ in first }
    }

    /// The types that a function registers by itself, on any way.
    func registrations(in function: Function) -> [(place: Place, type: String)] {
        calls(of: registering, in: function)
    }

    /// Whether a function is Collet's, and not the program's own in an extension, unless
    /// that makes a property's wrapper.
    private func isCollets(_ symbol: String) -> Bool {
        let function = functions[symbol]
        let isExtension =
            function?.body != nil && function?.file.module != SILFile.module(of: symbol)
        return reach.isCollet(symbol) && (!isExtension || symbol.isInitOfInject)
    }

    /// A function's calls of some of Collet's, and the types that they get.
    fileprivate func calls(
        of members: [String], in function: Function
    ) -> [(place: Place, type: String)] {
        guard reach.naming.contains(function.symbol) else { return [] }
        let mayCall = function.body.map { members.contains(where: $0.contains(string:)) }
        let isOfLibrary =
            reach.isPasted(function.symbol) || function.symbol.isInitOfInject
        guard mayCall == true, !isOfLibrary else { return [] }
        var called: Set<Int> = []
        return function.code.instructions.compactMap { instruction in
            let isCollets =
                instruction.opcode == .functionRef && isCollets(instruction.name)
            let name = instruction.comment
            if isCollets, members.contains(where: name.contains),
                !["default argument", "(value:"].contains(where: name.contains)
            {
                called.formUnion(instruction.results)
            }
            guard [.apply, .tryApply].contains(instruction.opcode),
                let callee = instruction.operands.first, called.contains(callee),
                let place = instruction.place, place.file != Place.unknownFile
            else { return nil }
            return (
                place, names.keyType(instruction.substitutions.first ?? "?", in: function)
            )
        }
    }
}

extension Function {
    /// The name with which it makes a wrapper: `.some(nil)` for none, and `nil` if the
    /// name isn't a literal.
    fileprivate var nameOfWrapper: String?? {
        let all = code.instructions
        let isPlain = all.contains { $0.name.contains("6InjectC_6fileID") }
        let isNamed = all.contains { $0.comment.hasPrefix("String.init(_builtin") }
        let calls = all.count { $0.opcode == .apply }
        // Raw SIL calls initializers of the file and the line, too.
        let literals = all.count {
            $0.opcode == .functionRef && $0.comment.contains("(_builtin")
        }
        guard isPlain, calls == literals + 1 else { return nil }
        return .some(isNamed ? all.first { $0.opcode == .stringLiteral }?.name : nil)
    }
}

extension String {
    /// Whether it is the symbol of an initializer of `Inject`, perhaps the app's own.
    var isInitOfInject: Bool { hasPrefix("$s6Collet6InjectC") && hasSuffix("fC") }
}
