/// A registration or request that `#if` leaves out.
struct InactiveCall {
    let place: Place
    let isRegistration: Bool
    /// The words from there to the branch's end.
    let words: Set<String>

    /// Whether one of them may be the type's, by its capital; so may a string's text.
    var namesTypes: Bool {
        words.contains { $0.first?.isUppercase == true && $0 != "Module" }
    }
}

/// Everything that a program registers and asks for, and how its components call each
/// other.
package struct Wiring {
    package let table: RegistrationTable
    package var registrations: [Registration] { table.all }
    package let requests: [Request]
    package let calls: CallGraph
    let types: TypeRelations
    /// The types that make a `Scope` of their own and keep it, perhaps in what they keep.
    let scopeHolders: Set<TypeName>
    let misplacedScopes: [MisplacedScope]
    let blocks: [Place: Block]
    let inactive: [InactiveCall]
    let leftOut: [LeftOutFile]
    let acceptances: [Acceptance]
    /// The overrides of the program itself, which are no previews.
    let overrides: Set<Code>
    /// The modules of the package's programs; where there is none, an app may do the
    /// rest.
    let appModules: Set<String>
    /// For each module the modules that its files import.
    let imports: [String: Set<String>]
    /// Whether an editor has indexed what it is read from, and nobody has built it.
    var isByEditor = false
    /// What tests ask for, and nothing registers for them.
    var needs: [Need] = []

    var builtBlocks: [Block] {
        blocks.values.filter { $0.effect.isBuilt && !$0.isModule }
    }

    /// The block that nobody puts to use, with a registration in it or in what it nests.
    func forgottenBlock(of registration: Registration) -> Place? {
        let place = registration.block
        guard let block = blocks[place], block.effect.scopes.isEmpty else { return nil }
        return outermost(place)
    }

    /// The outermost of the program's blocks that nest one. A test nests them to replace
    /// a part.
    func outermost(_ block: Place) -> Place {
        let outer = blocks[block]?.outer.compactMap { blocks[$0] } ?? []
        return outer.filter { !$0.site.isInTests }.outermost.map(\.place).min() ?? block
    }

    func registration(at place: Place?) -> Registration? {
        registrations.first { $0.place == place }
    }

    /// What is registered for a key, and counts where that is asked for.
    func serving(_ request: Request) -> [Registration] {
        table.matches(for: request.key).filter { $0.counts(for: request) }
    }

    /// Whether certainly nothing serves a request; an optional is `nil` then, and an
    /// array empty.
    func isMissing(_ request: Request) -> Bool {
        guard request.key.type.isKnown, !request.key.isOptional else { return false }
        if request.site.isInTests { return serving(request).isEmpty }
        return !unservedScopes(of: request).isEmpty
    }

    /// Whether it is missing only where an isolation leaves out what the app has.
    func isIsolated(_ request: Request) -> Bool {
        !unservedScopes(of: request).contains { $0.contains(.start) }
    }

    private func unservedScopes(of request: Request) -> [Set<Code>] {
        let found = table.matches(for: request.key)
        return request.scopes.filter { scopes in
            !found.contains { $0.serves(request, in: scopes) }
        }
    }

    /// - Parameter path: The file in which its words need not name a type.
    func inactiveRegistration(of key: Key, inOwn path: String? = nil) -> Place? {
        inactive.last { call in
            if case .literal(let name) = key.name, !call.words.contains(name) {
                return false
            }
            let isNamed = key.type.isNamed(in: call.words)
            let mayBeMeant = call.place.path == path && !call.namesTypes
            return call.isRegistration && (isNamed || mayBeMeant)
        }?.place
    }

    /// A file that is not read, and may register a type for a site.
    func leftOutFile(registering type: TypeName, for site: Site) -> LeftOutFile? {
        leftOut.first { file in
            let serves = site.isInTests || !file.site.isInTests
            return serves && file.mayRegister(type)
        }
    }

    /// Whether an app that uses the package may register or inject a type, too.
    func isOpen(_ type: TypeName, at site: Site) -> Bool {
        appModules.isEmpty && !site.isInTests
            && types.internalTypes.isDisjoint(with: type.names)
    }
}
