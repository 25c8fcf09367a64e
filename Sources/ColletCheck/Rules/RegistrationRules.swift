extension Wiring {
    func wrongRegistrations() -> [Diagnostic] {
        registrations.compactMap { registration in
            let (lifetime, key) = (registration.lifetime, registration.key.type)
            let type = registration.implementation?.name ?? key
            let kept = key.element == nil ? type : key
            if lifetime == .weak, kept != type || types.isValue(type) {
                return registration.finding(
                    .weak, as: .error,
                    """
                    \(kept) is registered .weak but is no class, so nobody can hold it; \
                    to fix, make it .shared, or an instance of a class
                    """)
            }
            if key == .named("Swift.Void") {
                return registration.finding(
                    .noValue, as: .error,
                    """
                    the closure returns nothing, so the program stops here; to fix, write \
                    'return' before the value, or call what has none after build()
                    """)
            }
            let hasScope = !types.kinds(of: type).isDisjoint(with: scopeHolders)
            let isNew = registration.isMade && [.transient, .weak].contains(lifetime)
            if hasScope, isNew {
                let what =
                    lifetime == .weak
                    ? "is registered .weak, so its scope goes when nobody holds it"
                    : "is not registered .shared, so every injection site has a scope of its own"
                return registration.finding(
                    .scope,
                    "\(type) holds a Scope but \(what); to fix, register it .shared")
            }
            return key.isKnown
                ? nil
                : registration.finding(
                    .unknown, as: .note, "cannot tell which type is registered here")
        }
    }

    /// Scopes that no module keeps, or that keep too much. Where nothing is overridden, a
    /// static one does no harm.
    func wrongScopes() -> [Diagnostic] {
        let isTested = blocks.values.contains(where: \.site.isInTests)
        let isOverridden = isTested || !overrides.isEmpty
        return misplacedScopes.compactMap { scope in
            let what: String
            switch scope.fault {
            case .ofProcess where !isOverridden: return nil
            case .ofProcess:
                what =
                    "the process has this Scope alone, so it keeps what an override made"
            case .ofCall:
                what = "each call makes another Scope, so it keeps nothing for the next"
            case .ignoring(let parameter):
                return scope.finding(
                    .scope, as: .note,
                    """
                    what is made with the first '\(parameter)' is given for all others, \
                    too; to have one for each, write (for: \(parameter))
                    """)
            }
            return scope.finding(
                .scope, "\(what); to fix, let the module store it: let scope = Scope()")
        }
    }

    /// Registrations of one key in statements of one builder that no branch tells apart.
    /// Others may be meant: a later block, or the branch of an `if`, may replace what is
    /// registered earlier.
    func duplicateRegistrations() -> [Diagnostic] {
        // A name that is made at run time may differ each time: it doesn't match itself.
        let certain = registrations.filter {
            $0.group != nil && $0.matches($0.key) == true
        }
        let byGroup = Dictionary(grouping: certain) {
            [$0.place.path, $0.group, $0.key] as [AnyHashable]
        }
        let inOneBlock = byGroup.values.flatMap { same in
            same.dropFirst().map {
                duplicate(of: same[0], by: $0, "twice in one block", at: $0.site)
            }
        }
        let always = certain.filter { $0.group?.isUnconditional == true }
        let byBlock = Dictionary(grouping: always, by: \.block)
        // What only an override or isolation has is layered on purpose, as fakes are.
        let others = blocks.values.filter {
            $0.effect.isBuilt || $0.effect.scopes.isEmpty
        }
        let inSeveral = others.flatMap { block in
            let own = byBlock[block.place, default: []]
            let inner = block.inner.flatMap { nested($0, byBlock) }
            let repeated = twice(own, inner, in: block)
            return repeated + replaced(own, by: inner)
        }
        return inOneBlock + inSeveral
    }

    /// A registration in a block that another one nests, and the statement that does so.
    private typealias Nested = (
        statement: Place, inner: Place, registration: Registration
    )

    private func nested(
        _ inner: (statement: Place, block: Place), _ byBlock: [Place: [Registration]]
    ) -> [Nested] {
        let all = reachable(from: [inner.block]) { blocks[$0]?.inner.map(\.block) ?? [] }
        let registrations = all.sorted().flatMap { byBlock[$0] ?? [] }
        return registrations.map { (inner.statement, inner.block, $0) }
    }

    private func duplicate(
        of earlier: Registration, by later: Registration, _ how: String, at site: Site
    ) -> Diagnostic {
        let notes = [
            (earlier.place, "it is registered first here"),
            (later.place, "this replaces it"),
        ]
        let what = "\(later.key) is registered \(how)"
        return Diagnostic(
            rule: .duplicate, site: site,
            message: "\(what); the later registration replaces the earlier one",
            notes: notes.filter { $0.0 != site.place })
    }

    /// Registrations of one key that blocks have, or nest, which stand side by side in
    /// another. That one doesn't itself say which of them counts.
    private func twice(
        _ own: [Registration], _ nested: [Nested], in block: Block
    ) -> [Diagnostic] {
        let keys = own.map(\.key)
        let others = nested.filter { !keys.contains($0.registration.key) }
        return Dictionary(grouping: others, by: \.registration.key).values.compactMap {
            // What a block registers itself is meant to replace what it nests.
            let all = Set($0.map(\.registration.block)).compactMap { self.blocks[$0] }
            let outermost = all.outermost.map(\.place)
            let same = $0.filter { outermost.contains($0.registration.block) }
            let inner = Set(same.map(\.inner))
            let blocks = Set(same.map(\.registration.block))
            let isInTwo = inner.count > 1 && blocks.count > 1
            guard isInTwo, let first = same.first, let last = same.last else {
                return nil
            }
            let later = last.registration.site
            // Of other packages' registrations the app's block is told.
            let site = later.isReported ? later : block.site
            let how = "by two blocks in one block (\(block.place.short))"
            return duplicate(of: first.registration, by: last.registration, how, at: site)
        }
    }

    /// What a block registers itself, and nests behind it.
    private func replaced(
        _ own: [Registration], by nested: [Nested]
    ) -> [Diagnostic] {
        own.compactMap { earlier in
            let later = nested.first {
                $0.registration.key == earlier.key && $0.statement > earlier.place
            }
            return later.map { later in
                let place = later.statement.short
                let how = "before a block that has it, too (\(place))"
                return duplicate(
                    of: earlier, by: later.registration, how, at: earlier.site)
            }
        }
    }

    /// What is registered only in one branch of `#if`, and asked for outside of any; or
    /// only behind a condition.
    func conditionalRegistrations() -> [Diagnostic] {
        var findings: [Place: Diagnostic] = [:]
        for request in requests where !request.site.isInTests {
            let served = serving(request)
            guard let registration = served.first,
                registration.matches(request.key) == true,
                let finding = conditional(served, request)
            else { continue }
            findings[finding.place, default: finding]
                .notes.append((request.place, "this asks for it"))
        }
        return Array(findings.values)
    }

    private func conditional(_ served: [Registration], _ request: Request) -> Diagnostic?
    {
        let (key, registration) = (request.key, served[0])
        let isOfBuild =
            served.allSatisfy(\.site.isConditional) && !request.site.isConditional
        if isOfBuild,
            inactiveRegistration(of: key, inOwn: registration.place.path) == nil,
            leftOutFile(registering: key.type, for: request.site) == nil
        {
            return registration.finding(
                .conditional,
                """
                \(key) is registered in one branch of '#if' only, so other builds lack it; \
                to fix, register it in the other branches, too
                """)
        }
        let isOnly = served.count == 1 && registration.isBuilt && !key.isOptional
        guard isOnly, registration.isBehindCondition else { return nil }
        return registration.finding(
            .conditional, as: .note,
            """
            \(key) is registered behind a condition only, so what asks for it where that \
            doesn't hold stops the program
            """)
    }

    func unusedRegistrations() -> [Diagnostic] {
        let meant = requests.flatMap { request in
            let found = table.registrations(for: request.key)
            let isServed = found.contains { $0.counts(for: request) }
            // One mistake is reported once, where something is asked for that is not
            // registered.
            return isServed ? found : found + nearMatches(of: request).map(\.registration)
        }
        let used = Set(meant.map(\.place))
        let asking = inactive.filter { !$0.isRegistration }
        return registrations.filter { registration in
            let type = registration.key.type
            let isValue = type.isKnown && type != .named("Swift.Void")
            // What nobody builds is found as such.
            let isBuilt = !registration.effect.scopes.isEmpty
            let mayBeUsed =
                isOpen(type, at: registration.site)
                || leftOut.contains { $0.mayAsk(for: type) }
                || asking.contains { type.isNamed(in: $0.words) }
            let isUsed = used.contains(registration.place) || mayBeUsed
            return isValue && isBuilt && !isUsed
        }.map {
            $0.finding(.unused, "nothing injects or resolves \($0.key)")
        }
    }

    /// Blocks that nothing puts to use, and functions that would register or build, but
    /// don't run.
    func uselessCode() -> [Diagnostic] {
        let missed = requests.filter(isMissing).flatMap { table.matches(for: $0.key) }
        // What is missing for want of a block or a function names it.
        let named = Set(
            missed.map(forgottenBlock) + missed.map(\.effect.unreached?.place))
        // A block without modules is there for others to replace.
        let blocks = blocks.values.filter { !$0.isEmpty }
        let unused = blocks.filter { block in
            let effect = block.effect
            let isUsed = !effect.scopes.isEmpty || !block.outer.isEmpty
            let isTold = named.contains(block.place) || effect.unreached != nil
            // What no program imports is for programs elsewhere.
            let isOurs = block.site.isInTests || appModules.contains(block.site.module)
            return isOurs && !isUsed && !isTold && !effect.isOfOtherBuilds
        }.map { block in
            block.finding(
                .unbuilt,
                """
                nothing builds this, so nothing that it registers is found; to fix, \
                \(block.isModule ? "" : "call build() on it, or ")nest it in a block that \
                is built
                """)
        }
        let effects = registrations.map(\.effect) + blocks.map(\.effect)
        let functions = effects.filter { !$0.isOfOtherBuilds }.compactMap(\.unreached)
            .filter { appModules.contains($0.site.module) }
            .filter { !named.contains($0.place) }
        let uncalled = Dictionary(functions.map { ($0.place, $0) }) { $1 }.values.map {
            $0.finding(
                .uncalled,
                """
                \($0.callers) '\($0.name)', so what it registers or builds is not found; to \
                fix, \($0.cure)
                """)
        }
        return unused + uncalled
    }
}
