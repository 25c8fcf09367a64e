extension PackageRuns {
    /// A registration, component, scope or global that needs itself to be made.
    func cycle(_ moment: Moment) -> Finding? {
        let event = moment.event
        guard case .cycle(var names, let isCertain) = event.kind else { return nil }
        // A cycle of components or scopes doesn't repeat its first name at the end.
        let isFunction = names.count == 1 || names.first != names.last
        if isFunction { names.append(names[0]) }
        let end = isCertain ? "ends up" : "may end up"
        let verb = isFunction ? "calling" : "asking for"
        let path = names.joined(separator: " -> ")
        let cure =
            isFunction
            ? """
            end it before it calls itself, or make all in one scope.graph (within \
            scope.shared, if they are kept) and set one in its 'configure:'; if they are \
            asynchronous, let one ask for the other when both are made
            """ : cure(of: names, event.way)
        // Several registrations of a key may need that key.
        let home = names.count > 2 ? "" : "\(event.making.last?.origin ?? .unknown)"
        return Finding(
            rule: .cycle, severity: isCertain ? .error : .warning,
            place: place(of: moment),
            message: "this \(end) \(verb) itself: \(path); to fix, \(cure)",
            notes: event.steps(self),
            // Several functions may have the same name.
            mistake: isFunction ? nil : "\(Set(names).sorted().list) \(home)",
            mayStop: moment.root.purpose == .program)
    }

    private func cure(of names: [String], _ way: [Call]) -> String {
        if names.contains(where: { $0.hasPrefix("[") }) {
            return """
                register the parts by another protocol: an array has every registration, \
                whatever its name
                """
        }
        let types = names.map { name in name.reading { $0.before(" named ").string } }
        if Set(types).count > 1 {
            return """
                let one of them inject the other, and read that property when both are made
                """
        }
        // A type that needs another type of its protocol is often a decorator, unless the
        // asker is of a different type.
        let type = types[0]
        let own = way[(way.lastIndex { $0.name.hasPrefix("closure #") } ?? 0)...]
        let asker = own.dropFirst().compactMap { code.functions[$0.symbol]?.type }.last
        let kinds = asker.map { code.kinds(of: String($0.lastName)) }
        let isDecorator = kinds?.contains(type) != false
        if isDecorator, code.declaration(of: type)?.kind == "protocol" {
            return """
                register the one that this wraps under a name of its own, and ask for that
                """
        }
        if own.contains(where: { $0.name.contains("init(") }) {
            return "ask for it after init, not in it"
        }
        return way.last?.name.hasSuffix(".unsafeMutableAddressor") == true
            ? "don't read it in what it needs to be made"
            : "create it here instead of asking for it"
    }
}
