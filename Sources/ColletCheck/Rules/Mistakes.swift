/// What is wrong where something is missing, and what to do about it.
struct Mistake {
    /// What is wrong, unless nothing is registered for it.
    var start: String?
    let cure: String
    /// What is to be changed, if that is in one place, whoever else misses it.
    var cause: Place?
    /// Where it is told, if that is there and not where somebody asks.
    var site: Site?
}

extension Wiring {
    func mistake(
        of request: Request, _ nearest: NearMatch?, _ others: [Registration],
        isFaked: Bool
    ) -> Mistake {
        let added = Mistake(cure: addition(for: request, others))
        if let nearest, nearest.nearness > .unnamed {
            return retyping(nearest, for: request, added.cure) ?? added
        }
        let making = call(making: request).map { Mistake(cure: $0) }
        let renamed = nearest.map {
            renaming($0, for: request, isFaked: isFaked, added.cure)
        }
        let known = renamed ?? making ?? added
        if let other = mistake(of: request, registeredBy: others, known.cure) {
            return other
        }
        if isFaked {
            return Mistake(start: "only tests register \(request.key)", cure: known.cure)
        }
        return known
    }

    // MARK: What comes near

    /// What to do where another name is registered.
    private func renaming(
        _ near: NearMatch, for request: Request, isFaked: Bool, _ addition: String
    ) -> Mistake {
        let registration = near.registration
        let other = near.nearness == .unnamed ? nil : registration.key.name.spelling
        let name = other ?? "it without a name"
        // A wrapper that always asks for the same name takes no other.
        if request.isNameFixed { return Mistake(cure: addition) }
        let isAlike = near.nearness == .otherName && near.distance < 4
        let asking = requests.count { $0.key == request.key }
        // Of a name that nobody asks for, and one that several do, or that a fake has, the
        // former is wrong.
        let isMeant = asking > 1 || isFaked
        guard isAlike, isMeant, let meant = request.key.name.spelling else {
            return Mistake(cure: "ask for \(name), or \(addition)")
        }
        let place = registration.place
        let cure =
            "write \(meant) where \(registration.key) is registered (\(place.short))"
        return Mistake(cure: cure, cause: place)
    }

    /// What to do where another type is registered.
    private func retyping(
        _ near: NearMatch, for request: Request, _ addition: String
    ) -> Mistake? {
        let (registration, missing) = (near.registration, request.key)
        let (key, place) = (registration.key, registration.place)
        func change(_ change: String) -> Mistake {
            let cure = "\(change) where \(key) is registered (\(place.short))"
            return Mistake(cure: cure, cause: place, site: registration.site)
        }
        // Others may ask for the very type that is registered.
        let isMeant = requests.contains { registration.matches($0.key) == true }
        switch near.nearness {
        case .optional:
            let injection = injection(of: key, at: request.site)
            let cure = "unwrap it where it is registered, or \(injection)"
            return Mistake(cure: cure)
        case .protocolType:
            return Mistake(cure: injection(of: key, at: request.site))
        case _ where isMeant: return nil
        // A registration with another name may be for somebody else.
        case _ where key.name != missing.name:
            if missing.name.isUnknown { return nil }
            let name = missing.name.spelling.map { "named \($0)" } ?? "without a name"
            return cast(to: missing.type, at: request.site).map {
                Mistake(
                    cure:
                        "\(addition), or, if \(key) is meant, write it there \($0) \(name)"
                )
            }
        case .erased where registration.implementation?.name == missing.type:
            return change("drop the 'as'")
        default:
            let cast = cast(to: missing.type, at: request.site)
            return cast.map { change("write '\($0)'") }
        }
    }

    private func injection(of key: Key, at site: Site) -> String {
        let name = key.name.spelling.map { " named \($0)" } ?? ""
        return "inject '\(types.spelling(of: key.type, in: site.module))'\(name)"
    }

    private func call(making request: Request) -> String? {
        for module in registrations where module.counts(for: request) {
            guard let type = module.implementation else { continue }
            // There it would call itself.
            let own = [type.name, module.key.type]
            if own.contains(where: { $0 == request.owner?.name }) { continue }
            let components = calls.components[type.usr] ?? []
            let functions = components.compactMap { calls.functions[$0] }
            if let component = functions.first(where: { $0.result == request.key.type }) {
                let injection = injection(of: module.key, at: request.site)
                return "\(injection), and call its \(component.name)"
            }
        }
        return nil
    }

    // MARK: What nobody registers

    private func addition(for request: Request, _ others: [Registration]) -> String {
        let (type, site) = (request.key.type, request.site)
        let isBefore = request.blockBeingMade != nil
        let any = isBefore ? "a block that is built before" : "your Dependencies block"
        let built = others.isEmpty ? any : "a block that is built"
        // Elsewhere a namesake would be meant.
        let isPrivate = type.names.contains { $0 != $0.withoutDiscriminator }
        let open = isPrivate ? "a block in this file" : built
        // What is asked for in a container alone, its block may have.
        let performing = Code.performing(isInTests: site.isInTests)
        let isHeld = request.scopes.allSatisfy { $0.contains(performing) }
        let hasBlock = blocks.values.contains { $0.effect.scopes.contains(performing) }
        let around = isHeld && hasBlock ? "the container's block" : open
        let block = isIsolated(request) ? "the isolated block" : around
        let module = call(registering: type)
        let name = request.key.name
        let label = name.isUnknown ? "" : name.argument
        let key = name.isUnknown ? ", under the name that is meant" : ""
        let cast = cast(to: type, at: site).map { " \($0)" } ?? ""
        return "add to \(block)\(key): \(module)\(label) { …\(cast) }"
    }

    func call(registering type: TypeName) -> String {
        types.isOnMainActor(type) ? "Module.mainActor" : "Module"
    }

    /// How a closure says which type it makes, if anybody can write that there: nobody
    /// can say what C++ calls a type, and which level an argument belongs to.
    private func cast(to type: TypeName, at site: Site) -> String? {
        let text = types.spelling(of: type, in: site.module)
        let levels = type.names.first?.split(separator: ".").count ?? 0
        let isNested = levels > 2 && text.contains("<")
        let isSpelt = type.isKnown && types.isNamedInSwift(type)
        return isSpelt && !isNested ? "as \(text)" : nil
    }

    // MARK: What is registered elsewhere

    private func mistake(
        of request: Request, registeredBy others: [Registration], _ cure: String
    ) -> Mistake? {
        guard let first = others.first else { return nil }
        let key = request.key
        if !others.contains(where: { $0.sharesLibrary(with: request) }) {
            let copy = first.library ?? ""
            return Mistake(
                start: "\(key) is registered only with the copy of Collet in \(copy)",
                cure: "keep one copy, in a target that the others import")
        }
        if others.contains(where: { $0.block == request.blockBeingMade }) {
            return Mistake(
                start: "\(key) is registered by the block that asks for it here",
                cure: "ask in the braces of a module with another key, which run later")
        }
        if isIsolated(request) {
            return Mistake(
                start: "\(key) is registered, but not in the isolation around this",
                cure: addition(for: request, others))
        }
        let only = "\(key) is registered only in "
        if let mistake = uncalled(others.map(\.effect), only) { return mistake }
        if let place = others.compactMap(forgottenBlock).first {
            let what = "a block or module that nobody builds (\(place.short))"
            return Mistake(
                start: only + what, cure: self.cure(forForgotten: place), cause: place)
        }
        // What tests do with a session's block is nothing to the app.
        let isHeld = others.map(\.effect.scopes).allSatisfy { scopes in
            scopes.contains(.performing(isInTests: request.site.isInTests))
                && overrides.intersection(scopes).allSatisfy(\.isPerforming)
        }
        if isHeld {
            let place = first.place.short
            return Mistake(
                start:
                    "\(key) is registered only where a container is current (\(place))",
                cure: createWithin + cure)
        }
        // What the program itself overrides with may be there for each call alone.
        let isOfCalls = !overrides.isDisjoint(with: first.effect.scopes)
        let within = isOfCalls ? createWithin : ""
        guard blocks[first.block]?.isModule == false else {
            let what =
                "the closure of an override or isolation (\(first.place.short))"
            return Mistake(start: only + what, cure: within + cure)
        }
        let places = others.map { outermost($0.block) }
        let place = places.first { !isOfFakes($0) } ?? places[0]
        let what = "\(only)a block that only overrides or isolations use (\(place.short))"
        // Where nothing is built, that is the mistake; fakes are not to be built.
        if !builtBlocks.isEmpty, isOfFakes(place) {
            return Mistake(start: what, cure: within + cure)
        }
        let building = self.cure(forForgotten: place)
        let fakes = "; if it has fakes, register the real ones in a block that is built"
        let end = builtBlocks.isEmpty ? "" : fakes
        return Mistake(start: what, cure: within + building + end, cause: place)
    }

    /// The first cure where only an override or a held container has the registration, in
    /// the library's words.
    private var createWithin: String {
        "create what asks within the one that has it, or make what asks anew each time; or, for everybody, "
    }

    /// What to do elsewhere: a property is asked for where its object is created.
    func action(for request: Request) -> String {
        let owner = request.usedProperty == nil ? nil : request.owner
        return owner.map { "create \($0.name)" } ?? "ask for it"
    }

    /// Whether a block may be there to replace what another one has, and not to be built.
    private func isOfFakes(_ block: Place) -> Bool {
        let keys = registrations.filter { outermost($0.block) == block }.map(\.key)
        return Set(requests.filter(isMissing).map(\.key)).intersection(keys).count < 2
            || registrations.contains { $0.isBuilt && keys.contains($0.key) }
    }

    private func uncalled(_ effects: [Effect], _ only: String) -> Mistake? {
        guard let effect = effects.first(where: { $0.unreached != nil }),
            let function = effect.unreached
        else { return nil }
        let place = function.place
        let isLeftOut = effect.isOfOtherBuilds
        let callers = isLeftOut ? "nothing in this build calls" : function.callers
        let what = "which \(callers) (\(place.short))"
        let leftOut = "call it outside of '#if', which leaves the call out"
        let cure = isLeftOut ? leftOut : function.cure
        return Mistake(
            start: "\(only)'\(function.name)', \(what)", cure: cure, cause: place)
    }

    private func sees(_ module: String?, from other: String) -> Bool {
        guard let module, module != other else { return true }
        return imports[other]?.contains(module) == true
    }

    private func cure(forForgotten place: Place) -> String {
        let (block, built) = (blocks[place], builtBlocks)
        if block?.isInModule == true { return "take it out of the module around it" }
        if block?.isModule == true {
            return built.isEmpty
                ? "add it to a Dependencies block, and call build() on that"
                : "add it to a block that is built"
        }
        let nested = built.outermost.filter { $0.outer.contains(place) }
        if let inner = nested.map(\.place).min() {
            return "build it instead of the one that it nests (\(inner.short))"
        }
        // What another module has may be internal there.
        let module = block?.site.module
        let near = built.filter { $0.site.module == module }
        let seeing = built.filter { sees(module, from: $0.site.module) }
        let found = [near, seeing].map(\.outermost).first { $0.count == 1 }
        guard let only = found?.first?.place.short else { return "call build() on it" }
        return "nest it in the block that is built (\(only)), or call build() on it"
    }
}
