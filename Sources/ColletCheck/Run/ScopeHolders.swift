/// Scopes and their holders.
extension Interpreter {
    /// The scopes that a value holds, among those made after the first `count`.
    func scopes(since count: Int, heldBy value: Value) -> [Cell] {
        let new = newScopes.dropFirst(count).map(\.cell)
        if new.isEmpty { return [] }
        return new.filter(ownedObjects(of: [value]).contains)
    }

    func noteUse(_ owner: Owner? = nil, for value: Value, _ call: KnownCall) {
        let scope = call.receiver.cell
        let use = ScopeUse(
            scope: scope, owner: owner, isWeak: call.base == "Scope.weak",
            isKept: call.base != "Scope.graph",
            hasKey: call[0] != .none, parameters: parameters(in: call),
            value: value, type: call.type,
            isOfCall: scope.map(isOfCall) == true)
        note(.scopeUsed(use))
    }

    /// The parameters of the running function that the call's closure captures.
    private func parameters(in call: KnownCall) -> [(name: String, value: Value)] {
        let symbol = call.firstClosure?.closure?.symbol ?? ""
        let captures = program.functions[symbol]?.namedArguments.map(\.name) ?? []
        return frame.function.namedArguments
            .filter { $0.name != "self" && captures.contains($0.name) }
            .map { ($0.name, loaded(frame[$0.register])) }
    }

    /// Whether the running function, or one that it called, made the scope, and nothing
    /// lasting holds it.
    private func isOfCall(_ scope: Cell) -> Bool {
        guard let way = newScopes.last(where: { $0.cell == scope })?.way else {
            return false
        }
        let isWithin = way.map(\.symbol).starts(with: stack.map(\.symbol))
        guard isWithin, owners.isEmpty else { return false }
        return !hasLasting(scope) { $0.objects.contains(scope) }
    }

    /// Whether something holds a value: a global, an object, wrapper or scope that lasts, or
    /// a container, as an instance that isn't weak or in a module's closure.
    func hasLasting(
        _ held: Cell, where lasts: (Cell) -> Bool = { _ in true },
        _ holds: (Value) -> Bool
    ) -> Bool {
        func holdsHere(_ cell: Cell) -> Bool {
            !released.contains(cell) && heap[cell].map(holds) == true
        }
        func holdsAndLasts(_ cell: Cell) -> Bool { holdsHere(cell) && lasts(cell) }
        // Most likely, what held it when that was last asked still does.
        if let holder = holders[held], holdsAndLasts(holder) { return true }
        holders[held] =
            globals.values.first(where: holdsHere)
            ?? objects.values.joined().first(where: holdsAndLasts)
            ?? wrappers.keys.first(where: holdsAndLasts)
        if holders[held] != nil { return true }
        let entries = containers.keys.lazy.filter { !self.released.contains($0) }
            .compactMap(container).flatMap(\.entries)
        return entries.contains {
            holds($0.registration.make)
                || $0.registration.lifetime != .weak && holdsHere($0.instance)
        }
            || ownedCells.contains { owner, cell in
                owner.scope.map { !released.contains($0) && lasts($0) } == true
                    && holdsHere(cell)
            }
    }
}
