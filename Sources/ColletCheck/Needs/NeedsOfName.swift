extension NeedReader {
    /// What a type, a function or a test asks for, by its name: `Type`, `function`,
    /// `Type.method` or `Suite/test()`.
    func keys(neededBy name: String) throws -> [NeededKey] {
        let found = Dictionary(grouping: definitions(named: name), by: title)
        guard let definitions = found.values.first, found.count == 1 else {
            throw found.isEmpty
                ? CheckFailure("there is no type, function or test called '\(name)'")
                : ambiguity(of: name, between: found)
        }
        let test = roots.first { $0.test.place == definitions[0].place }
        let root = test ?? root(running: definitions)
        let needs = test.map { walk($0, processAfterTests).needs() } ?? []
        let lacks = Dictionary(needs.map { ($0.request.key, $0.rank) }) { $1 }
        return walk(root).requestedKeys().map { request, isCertain in
            let key = request.key
            let type = key.isOptional ? key.type.element ?? key.type : key.type
            let spelling = types.spelling(of: type, in: root.test.site.module)
            let isOpen = test == nil || key.isOptional
            return NeededKey(
                key: key, spelling: spelling, isForMainActor: types.isOnMainActor(type),
                request: request, isCertain: isCertain,
                presence: isOpen ? nil : presence(lacks[key]))
        }
    }

    private func presence(_ lack: Need.Rank?) -> NeededKey.Presence {
        guard let lack else { return .registered }
        return lack == .unknown ? .unknown : .missing
    }

    private func definitions(named name: String) -> [Definition] {
        declarations.definitions.values.filter { definition in
            let isCode = definition.symbol.isType || definition.symbol.isFunction
            return isCode && names(of: definition).contains(name)
        }.sorted { $0.place < $1.place }
    }

    private func names(of definition: Definition) -> [String] {
        let title = declarations.title(of: definition)
        let path = title.replacing(".", with: "/", maxReplacements: 1)
        let full = [definition.symbol.name, title, path]
        let all = full + full.map(baseName)
        return all + all.map { "\(definition.site.module).\($0)" }
    }

    /// What functions share that differ in their parameters only.
    private func title(_ definition: Definition) -> String {
        baseName(declarations.title(of: definition))
    }

    private func baseName(_ name: String) -> String { String(name.prefix { $0 != "(" }) }

    private func ambiguity(
        of name: String, between found: [String: [Definition]]
    ) -> CheckFailure {
        let names = found.map { "\($0) (\($1[0].place.short))" }.sorted()
        return CheckFailure(
            "'\(name)' may be one of \(names.joined(separator: ", ")); name one of them")
    }

    /// Runs functions, or all that a type has, in a container without anything.
    private func root(running definitions: [Definition]) -> TestRoot {
        let (site, symbols) = (definitions[0].site, definitions.map(\.symbol))
        let types = symbols.filter(\.isType).map(\.usr)
        // Values of stored properties are part of the making.
        let members = types.flatMap(declarations.members)
            .filter { !$0.isStored || $0.ownBody != nil }.map(\.symbol)
        let code = members + symbols.filter(\.isFunction)
        var root = TestRoot(
            test: TestName(path: symbols[0].name, site: site))
        root.layers = [(Contents(), true, site)]
        root.types = types.map { ($0, true) }
        root.functions = code.map { ($0.usr, true) }
        return root
    }
}
