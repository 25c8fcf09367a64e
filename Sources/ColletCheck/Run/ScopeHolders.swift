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
            hasKey: call[0] != .none, parameter: parameter(in: call),
            value: value, type: call.type,
            isOfCall: scope.map(isOfCall) == true)
        note(.scopeUsed(use))
    }

    /// The first parameter of the running function that the call's closure captures.
    private func parameter(in call: KnownCall) -> String? {
        let symbols = [call.firstClosure?.closure?.symbol, stack.last?.symbol]
        let names = symbols.map { symbol in
            symbol.flatMap { program.functions[$0]?.argumentNames } ?? []
        }
        return names[1].first { $0 != "self" && names[0].contains($0) }
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

    /// Whether the value of an object, global or wrapper holds something, or of a
    /// container's instance that isn't weak.
    func hasLasting(_ held: Cell, _ holds: (Value) -> Bool) -> Bool {
        func holdsHere(_ cell: Cell) -> Bool {
            !released.contains(cell) && heap[cell].map(holds) == true
        }
        // Most likely, what held it when that was last asked still does.
        if let holder = holders[held], holdsHere(holder) { return true }
        holders[held] =
            globals.values.first(where: holdsHere)
            ?? objects.values.joined().first(where: holdsHere)
            ?? wrappers.keys.first(where: holdsHere)
        let instances = containers.keys.lazy.filter { !self.released.contains($0) }
            .compactMap(container).flatMap(\.entries)
            .filter { $0.registration.lifetime != .weak }.map(\.instance)
        let owned = ownedCells.lazy
            .filter { $0.key.scope.map(self.released.contains) == false }.map(\.value)
        return holders[held] != nil || owned.contains(where: holdsHere)
            || instances.contains(where: holdsHere)
    }
}
