import Foundation

/// Where injected properties are declared, by the names of their types and themselves.
struct InjectedProperties {
    private(set) var places: [String: Place] = [:]

    init(_ program: Program) {
        for function in program.order where function.symbol.hasSuffix("vpfi") {
            guard let place = program.requests(in: function).first?.place
            else { continue }
            // `variable initialization expression of Kit.Feed.(_clock in _9B…) : …`
            let name = demangled(function.symbol).components(separatedBy: " of ").last
            let path = Self.property(name ?? "")?.split(separator: ".") ?? []
            guard let property = path.last, property.hasPrefix("_") else { continue }
            let owner = path.dropLast() + [property.dropFirst()]
            places[owner.joined(separator: ".")] = place
        }
    }

    /// Where the property stands that a getter reads.
    func place(ofGetter symbol: String) -> Place? {
        guard let property = Self.property(demangled(symbol)) else { return nil }
        guard property.hasSuffix(".getter") else { return nil }
        return places[String(property.dropLast(7))]
    }

    /// `Feed.clock` of `Kit.Feed.(clock in _9B…) : any Clock`.
    private static func property(_ name: String) -> String? {
        guard let path = name.components(separatedBy: " : ").first else { return nil }
        guard path.contains(".") else { return nil }
        // A regular expression takes ten times as long.
        let names = path.split(separator: ".").map {
            $0.hasPrefix("(") ? $0.dropFirst().prefix { $0 != " " } : $0
        }
        return names.dropFirst().joined(separator: ".")
    }
}

extension Program {
    /// All that functions ask for, run or not: the type, by the place.
    var requests: [Place: String] {
        let all = order.lazy.filter { !$0.isShared }.flatMap(requests)
        return Dictionary(all.map { ($0.place, $0.type) }) { first, _ in first }
    }

    /// What a function asks for, as far as its text says: calls of `resolve`, and injected
    /// properties.
    fileprivate func requests(in function: Function) -> [(place: Place, type: String)] {
        guard let body = function.body, !function.isThunk else { return [] }
        guard body.contains("Resolver.resolve") || body.contains("Inject.") else {
            return []
        }
        guard !reach.isPasted(function.symbol) else { return [] }
        var asking: Set<Int> = []
        var requests: [(Place, String)] = []
        for instruction in function.code.blocks.flatMap(\.instructions) {
            switch instruction.opcode {
            case .functionRef where asks(instruction):
                asking.formUnion(instruction.results)
            case .apply, .tryApply:
                guard let callee = instruction.operands.first else { continue }
                guard asking.contains(callee), let place = instruction.place else {
                    continue
                }
                guard place.file != Place.unknownFile else { continue }
                let type = instruction.substitutions.first ?? "?"
                requests.append((place, names.keyType(type, in: function)))
            default: break
            }
        }
        return requests
    }

    private func asks(_ instruction: Instruction) -> Bool {
        let name = instruction.comment
        guard reach.isCollet(instruction.name) else { return false }
        if name.hasPrefix("default argument") { return false }
        if name.contains("Resolver.resolve") { return true }
        let isWrapper =
            name.contains("Inject.__allocating_init") || name.contains("Inject.init")
        return isWrapper && !name.contains("(value:")
    }
}
