/// Reads a program's wiring from its files and what the index says about them.
final class WiringReader {
    private let files: [SourceFile]
    private let collet: ColletSymbols
    private let testModules: Set<String>
    private var wiring = Wiring()

    /// Where each symbol is defined, and in which type.
    private var definitions: [String: Definition] = [:]
    /// The types that aliases stand for; `nil` inside while one is being read.
    private var aliases: [String: TypeName?] = [:]
    /// The property that a getter belongs to.
    private var accessorOwners: [String: String] = [:]
    /// The compiler-made initializers of structures, with the type of each.
    private var implicitInitializers: [String: String] = [:]
    /// The properties that calls of such initializers name, as type and label.
    private var labelsGiven: Set<[String]> = []
    /// For each property the index of its request.
    private var requestsByProperty: [String: Int] = [:]

    private struct Definition {
        let symbol: IndexSymbol
        let file: SourceFile
        let position: Position
        let parent: IndexSymbol?
    }

    /// - Parameters:
    ///   - files: Every source file that the index knows.
    ///   - testModules: The modules that hold tests.
    static func read(_ files: [SourceFile], testModules: Set<String>) -> Wiring {
        let reader = WiringReader(files, testModules)
        reader.readRelations()
        reader.readUses()
        reader.readCalls()
        return reader.wiring
    }

    private init(_ files: [SourceFile], _ testModules: Set<String>) {
        collet = ColletSymbols(in: files)
        self.files = files.filter { !ColletSymbols.mayDefine($0.path) }
        self.testModules = testModules
    }

    private func site(_ file: SourceFile, _ position: Position) -> Site {
        Site(
            place: Place(path: file.path, position: position),
            isReported: file.isReported,
            isInTests: testModules.contains(file.module)
        )
    }

    // MARK: Declarations

    /// Reads what is defined where, who conforms to what and who fulfils which requirement.
    private func readRelations() {
        for file in files {
            for occurrence in file.occurrences {
                readDefinition(occurrence, in: file)
                for relation in occurrence.relations {
                    if relation.roles.contains(.extendedBy) {
                        wiring.types.extended[relation.symbol.usr] = occurrence.symbol.usr
                    }
                    if relation.roles.contains(.baseOf) {
                        wiring.types.bases[relation.symbol.usr, default: []]
                            .insert(occurrence.symbol.usr)
                    }
                }
                if occurrence.symbol.isType, occurrence.symbol.kind != .typealias {
                    wiring.calls.types[occurrence.symbol.usr] = occurrence.symbol
                }
            }
        }
        for file in files {
            for occurrence in file.occurrences {
                for relation in occurrence.relations where relation.roles.contains(.overrideOf) {
                    let container = occurrence.related(.childOf) ?? occurrence.related(.containedBy)
                    guard let container else { continue }
                    let type = wiring.types.extended[container.usr] ?? container.usr
                    wiring.calls.witnesses[relation.symbol.usr, default: [:]][type] =
                        occurrence.symbol.usr
                }
            }
        }
        readAncestors()
    }

    private func readDefinition(_ occurrence: IndexOccurrence, in file: SourceFile) {
        let symbol = occurrence.symbol
        guard occurrence.roles.contains(.definition) else { return }
        let parent = occurrence.related(.childOf)
        if let property = occurrence.related(.accessorOf) {
            accessorOwners[symbol.usr] = property.usr
            return
        }
        definitions[symbol.usr] = Definition(
            symbol: symbol,
            file: file,
            position: occurrence.position,
            parent: parent
        )
        if symbol.kind == .constructor, occurrence.roles.contains(.implicit), let parent {
            implicitInitializers[symbol.usr] = parent.usr
        }
        if symbol.name == "main()", symbol.kind == .staticMethod { wiring.hasEntryPoint = true }
    }

    /// Gives the names of each type's direct and indirect bases.
    private func readAncestors() {
        var bases = wiring.types.bases
        for (extensionUSR, type) in wiring.types.extended {
            if let more = bases[extensionUSR] { bases[type, default: []].formUnion(more) }
        }
        let types = wiring.calls.types
        for symbol in types.values where symbol.kind == .protocol {
            if let name = symbol.typeName() { wiring.types.protocols.insert(name) }
        }
        for usr in bases.keys {
            guard let name = types[usr]?.typeName() else { continue }
            var open = [usr]
            var seen: Set<String> = []
            while let next = open.popLast() {
                for base in bases[next] ?? [] where seen.insert(base).inserted { open.append(base) }
            }
            wiring.types.ancestors[name] = Set(seen.compactMap { types[$0]?.typeName() })
        }
    }

    /// The type, protocol or extended type that a symbol belongs to.
    private func parent(of usr: String) -> IndexSymbol? {
        guard let parent = definitions[usr]?.parent else { return nil }
        if let extended = wiring.types.extended[parent.usr] { return wiring.calls.types[extended] }
        return parent.isType ? parent : self.parent(of: parent.usr)
    }

    /// The type that an alias stands for, from its declaration.
    private func resolveAlias(_ symbol: IndexSymbol) -> TypeName? {
        if let known = aliases[symbol.usr] { return known }
        aliases[symbol.usr] = .some(nil)
        guard let definition = definitions[symbol.usr],
            let index = definition.file.tokenIndex(at: definition.position),
            definition.file.isToken(index + 1, "="),
            let (type, _) = TypeReader.read(
                definition.file,
                at: index + 2,
                resolveAlias: resolveAlias
            )
        else { return nil }
        aliases[symbol.usr] = .some(type)
        return type
    }

    /// A key whose compositions have no member that another one implies, as the compiler has it.
    private func key(_ type: TypeName, _ name: Name) -> Key {
        let ancestors = wiring.types.ancestors
        let minimal = type.mapCompositions { members in
            members.filter { member in
                !members.contains { ancestors[$0]?.contains(member) == true }
            }
        }
        return Key(type: minimal, name: name)
    }

    // MARK: Registrations and requests

    private func readUses() {
        for file in files {
            var seen: Set<Position> = []
            for occurrence in file.occurrences {
                if occurrence.roles.contains(.call),
                    let type = implicitInitializers[occurrence.symbol.usr]
                {
                    readLabels(of: occurrence, in: file, type: type)
                }
                if collet.makesScope(occurrence.symbol) { readScope(occurrence) }
                let use =
                    collet.isInject(occurrence.symbol) && isAttribute(occurrence, in: file)
                    ? .inject : collet.use(of: occurrence.symbol)
                guard let use, !occurrence.roles.contains(.definition) else { continue }
                guard let index = file.tokenIndex(at: occurrence.position) else {
                    if use.isRegistration { addUnreadable(at: occurrence.position, in: file) }
                    continue
                }
                switch use {
                case .inject:
                    if file.isToken(index - 1, "@") || isQualifiedAttribute(index, in: file) {
                        guard seen.insert(occurrence.position).inserted else { continue }
                        readAttribute(at: index, of: occurrence, in: file)
                    } else if !occurrence.symbol.name.hasPrefix("init(wrappedValue:"),
                        seen.insert(occurrence.position).inserted
                    {
                        readInjectCall(at: index, of: occurrence, in: file)
                    }
                case .resolve: readResolve(at: index, of: occurrence, in: file)
                case .module, .moduleWithLifetime, .register:
                    readRegistration(use, at: index, of: occurrence, in: file)
                }
            }
            readInactive(file)
            if file.path.hasSuffix("/main.swift") { wiring.hasEntryPoint = true }
        }
        markMadeByHand()
    }

    private func isAttribute(_ occurrence: IndexOccurrence, in file: SourceFile) -> Bool {
        guard let index = file.tokenIndex(at: occurrence.position) else { return false }
        return file.isToken(index - 1, "@") || isQualifiedAttribute(index, in: file)
    }

    /// Whether a token is `Inject` in `@Collet.Inject`.
    private func isQualifiedAttribute(_ index: Int, in file: SourceFile) -> Bool {
        file.isToken(index - 1, ".") && file.isToken(index - 3, "@")
    }

    /// Notes which properties a compiler-made initializer is given.
    private func readLabels(of occurrence: IndexOccurrence, in file: SourceFile, type: String) {
        guard let index = file.tokenIndex(at: occurrence.position) else { return }
        for argument in Arguments(of: file, startingAt: index + 1).list {
            if let label = argument.label { labelsGiven.insert([type, label]) }
        }
    }

    /// Notes that a type has a property that it gives a `Scope` of its own.
    private func readScope(_ occurrence: IndexOccurrence) {
        guard let property = occurrence.related(.containedBy),
            property.kind == .instanceProperty, let type = parent(of: property.usr)
        else { return }
        wiring.types.scopeHolders.insert(type.usr)
    }

    private func readAttribute(at index: Int, of occurrence: IndexOccurrence, in file: SourceFile) {
        var name = Name.none
        var position = index + 1
        if file.isToken(position, "<"), let end = file.endOfAngles(position) { position = end }
        if file.isToken(position, "("), !file.tokens[position].followsSpace {
            let arguments = Arguments(of: file, startingAt: position)
            if arguments["wrappedValue"] != nil { return }
            name = arguments.unlabelled.first.map { self.name($0, in: file) } ?? .none
            position = file.partner(of: position).map { $0 + 1 } ?? position
        }
        // Step over other attributes and modifiers to the property's name.
        while let token = file.token(position), !token.is("var"), !token.is("let") {
            guard !token.is("{"), !token.is("}"), !token.is(":") else { return }
            position += 1
        }
        let variable = position + 1
        guard let declared = file.token(variable) else { return }
        let property = file.occurrences(at: declared.position).first {
            $0.roles.contains(.definition) && !$0.roles.contains(.implicit)
                && $0.symbol.kind != .parameter
        }?.symbol
        var type: TypeName?
        if file.isToken(variable + 1, ":"),
            let (read, end) = TypeReader.read(file, at: variable + 2, resolveAlias: resolveAlias)
        {
            // With an initial value nothing is asked for.
            if file.isToken(end, "=") { return }
            type = read
        }
        if let text = property.flatMap({ Demangler.text(ofUSR: $0.usr) }),
            let demangled = DemangledType.ofVariable(text), demangled.isKnown || type == nil
        {
            type = demangled
        }
        addRequest(
            key(type ?? .unknown("?"), name),
            at: declared.position,
            of: occurrence,
            variable: declared.text,
            property: property,
            scope: variable,
            in: file
        )
    }

    private func readInjectCall(at index: Int, of occurrence: IndexOccurrence, in file: SourceFile)
    {
        var start = index
        var behind = index + 1
        var type: TypeName?
        if file.isToken(index, "init"), file.isToken(index - 1, ".") {
            start = index - 1
        } else if file.isToken(behind, "<"), let end = file.endOfAngles(behind) {
            type = TypeReader.read(file, at: behind + 1, resolveAlias: resolveAlias)?.type
            behind = end
        }
        let container = occurrence.related(.containedBy)
        let isProperty = container.map { Self.isVariable($0) } == true
        if type == nil {
            let declared = isProperty ? container.flatMap(self.type(ofVariable:)) : nil
            let wrapped = declared ?? declaredType(before: start, in: file)
            if case .nominal(_, let arguments) = wrapped, arguments.count == 1 {
                type = arguments[0]
            }
        }
        let arguments = Arguments(of: file, startingAt: behind)
        let name = arguments.unlabelled.first.map { self.name($0, in: file) } ?? .none
        let variable = declaredVariable(before: start, in: file)
        addRequest(
            key(type ?? .unknown("?"), name),
            at: occurrence.position,
            of: occurrence,
            variable: variable.map { file.tokens[$0].text },
            property: isProperty ? container : nil,
            scope: variable,
            in: file
        )
    }

    private func readResolve(at index: Int, of occurrence: IndexOccurrence, in file: SourceFile) {
        let arguments = Arguments(of: file, startingAt: index + 1)
        let name = arguments["name"].map { self.name($0, in: file) } ?? .none
        var type: TypeName?
        if let first = arguments.unlabelled.first {
            if file.isToken(first.upperBound - 1, "self"), file.isToken(first.upperBound - 2, ".") {
                let read = TypeReader.read(file, at: first.lowerBound, resolveAlias: resolveAlias)
                if let read, read.end == first.upperBound - 2 { type = read.type }
            }
        } else if file.isToken(arguments.end, "as"), !file.isToken(arguments.end + 1, "?") {
            let start = arguments.end + (file.isToken(arguments.end + 1, "!") ? 2 : 1)
            type = TypeReader.read(file, at: start, resolveAlias: resolveAlias)?.type
        } else {
            var start = index
            while file.isToken(start - 1, ".") { start -= 2 }
            type = declaredType(before: start, in: file)
            let container = occurrence.related(.containedBy)
            if type == nil, let container {
                if Self.isVariable(container), file.isToken(start - 1, "=") {
                    type = self.type(ofVariable: container)
                } else {
                    type = resultType(of: container, returning: start..<arguments.end, in: file)
                }
            }
        }
        addRequest(
            key(type ?? .unknown("?"), name),
            at: occurrence.position,
            of: occurrence,
            variable: nil,
            property: nil,
            scope: nil,
            in: file
        )
    }

    private func addRequest(
        _ key: Key,
        at position: Position,
        of occurrence: IndexOccurrence,
        variable: String?,
        property: IndexSymbol?,
        scope: Int?,
        in file: SourceFile
    ) {
        let container = property ?? occurrence.related(.containedBy)
        if let property, Self.isVariable(property) {
            requestsByProperty[property.usr] = wiring.requests.count
        }
        wiring.requests.append(
            Request(
                site: site(file, position),
                key: key,
                owner: container.flatMap { parent(of: accessorOwners[$0.usr] ?? $0.usr) },
                variable: variable,
                property: property?.usr,
                scope: property == nil ? scope.flatMap { file.braces(around: $0).first } : nil,
                isMadeByHand: false
            )
        )
    }

    /// Marks the requests whose property some code gives a wrapper that it made itself.
    private func markMadeByHand() {
        var assigned: Set<[String]> = []
        for file in files where file.tokens.contains(where: { $0.text.hasPrefix("_") }) {
            for (index, token) in file.tokens.enumerated()
            where token.kind == .word && token.text.hasPrefix("_") && file.isToken(index + 1, "=") {
                assigned.insert([file.path, String(token.text.dropFirst())])
            }
        }
        wiring.requests = wiring.requests.map { request in
            guard let variable = request.variable, let owner = request.owner,
                assigned.contains([request.site.place.path, variable])
                    || labelsGiven.contains([owner.usr, variable])
            else { return request }
            return Request(
                site: request.site,
                key: request.key,
                owner: owner,
                variable: variable,
                property: request.property,
                scope: request.scope,
                isMadeByHand: true
            )
        }
    }

    private func readRegistration(
        _ use: ColletSymbols.Use,
        at index: Int,
        of occurrence: IndexOccurrence,
        in file: SourceFile
    ) {
        let arguments = Arguments(of: file, startingAt: index + 1)
        let expressions = ExpressionReader(file: file, resolveAlias: resolveAlias)
        var value = ExpressionReader.Value(type: .unknown("?"))
        var name = arguments["name"].map { self.name($0, in: file) } ?? .none
        var lifetime = Registration.Lifetime.transient
        var plain = arguments.unlabelled
        if use == .register {
            lifetime = .shared
            if let range = plain.first { value = expressions.value(of: range) }
        } else {
            if let last = plain.popLast() {
                if file.isToken(last.lowerBound, "{") {
                    value = expressions.value(ofClosure: last)
                } else {
                    // A function that makes the value, by its name.
                    value = expressions.value(ofFunction: last)
                }
            }
            if let first = plain.first {
                if use == .module {
                    name = self.name(first, in: file)
                } else {
                    lifetime = self.lifetime(first, in: file)
                }
            }
        }
        wiring.registrations.append(
            Registration(
                site: site(file, occurrence.position),
                key: key(value.type, name),
                lifetime: lifetime,
                implementation: value.implementation,
                // A later "Resolver.register" may be meant to swap what an earlier one gave.
                block: use == .register ? nil : block(around: index, in: file)
            )
        )
    }

    /// Adds a registration whose words the source doesn't have, such as a macro's.
    private func addUnreadable(at position: Position, in file: SourceFile) {
        wiring.registrations.append(
            Registration(
                site: site(file, position),
                key: Key(type: .unknown("?"), name: .unknown("?")),
                lifetime: .unknown,
                implementation: nil,
                block: nil
            )
        )
    }

    private func lifetime(_ range: Range<Int>, in file: SourceFile) -> Registration.Lifetime {
        guard let last = range.last, file.isToken(last - 1, ".") else { return .unknown }
        return Registration.Lifetime(rawValue: file.tokens[last].text) ?? .unknown
    }

    /// The statements around a module in a builder, if it is a statement itself.
    private func block(around index: Int, in file: SourceFile) -> Registration.Block? {
        var start = index
        while file.isToken(start - 1, ".") { start -= 2 }
        guard let brace = file.parent(of: start), file.isToken(brace, "{"),
            let previous = file.token(start - 1)
        else { return nil }
        let startsLine = previous.position.line < file.tokens[start].position.line
        let opens = previous.is("{") || previous.is("}") || previous.is(")") || previous.is(":")
        guard startsLine || opens, !previous.is("="), !previous.is("return") else { return nil }
        let label = (brace..<start).last {
            file.parent(of: $0) == brace
                && (file.isToken($0, "case") || file.isToken($0, "default"))
        }
        return Registration.Block(
            path: file.path,
            brace: brace,
            caseLabel: label,
            conditions: file.tokens[index].conditions
        )
    }

    // MARK: Names and declared types

    /// The name that an argument gives.
    private func name(_ range: Range<Int>, in file: SourceFile) -> Name {
        guard let last = range.last else { return .none }
        let token = file.tokens[last]
        if range.count == 1 {
            if token.kind == .string { return .literal(token.text) }
            if token.is("nil") { return .none }
        }
        let spelling = file.text(range)
        let isPath = range.allSatisfy { file.tokens[$0].kind == .word || file.isToken($0, ".") }
        guard isPath else { return .unknown(spelling) }
        var index = last
        if token.is("rawValue"), range.count > 2 {
            // Somebody's own raw value may be anything.
            guard file.symbol(at: last).map(isWritten) != true else { return .unknown(spelling) }
            index = last - 2
        }
        guard let symbol = file.symbol(at: index) else { return .unknown(spelling) }
        if symbol.kind == .enumCase, index < last { return caseName(symbol, spelling) }
        guard Self.isVariable(symbol) else { return .unknown(spelling) }
        guard let definition = definitions[symbol.usr],
            let place = definition.file.tokenIndex(at: definition.position)
        else { return .constant(usr: symbol.usr, spelling: spelling) }
        // Only a constant has the same value everywhere, and an instance's may differ.
        guard definition.file.isToken(place - 1, "let"), symbol.kind != .instanceProperty else {
            return .unknown(spelling)
        }
        var value = place + 1
        if definition.file.isToken(value, ":") {
            value =
                TypeReader.read(definition.file, at: value + 1, resolveAlias: resolveAlias)?.end
                ?? value
        }
        if definition.file.isToken(value, "="),
            let literal = definition.file.token(value + 1), literal.kind == .string,
            endsStatement(value + 1, in: definition.file)
        {
            return .literal(literal.text)
        }
        return .constant(usr: symbol.usr, spelling: spelling)
    }

    /// Whether a symbol's definition stands in the source, rather than being the compiler's.
    private func isWritten(_ symbol: IndexSymbol) -> Bool {
        guard let definition = definitions[symbol.usr],
            let index = definition.file.tokenIndex(at: definition.position)
        else { return false }
        return definition.file.isToken(index, symbol.name)
    }

    /// Whether a declaration ends with a token.
    private func endsStatement(_ index: Int, in file: SourceFile) -> Bool {
        guard let next = file.token(index + 1) else { return true }
        if next.is("}") || next.is(",") { return true }
        return next.position.line > file.tokens[index].position.line
            && (next.kind != .sign || next.is("@"))
    }

    /// The raw value of an enumeration's case.
    private func caseName(_ symbol: IndexSymbol, _ spelling: String) -> Name {
        guard let definition = definitions[symbol.usr],
            let place = definition.file.tokenIndex(at: definition.position)
        else { return .constant(usr: symbol.usr, spelling: spelling) }
        guard definition.file.isToken(place + 1, "=") else { return .literal(symbol.name) }
        guard let literal = definition.file.token(place + 2), literal.kind == .string else {
            return .constant(usr: symbol.usr, spelling: spelling)
        }
        return .literal(literal.text)
    }

    private static func isVariable(_ symbol: IndexSymbol) -> Bool {
        switch symbol.kind {
        case .variable, .instanceProperty, .staticProperty, .classProperty: true
        default: false
        }
    }

    private func type(ofVariable symbol: IndexSymbol) -> TypeName? {
        Demangler.text(ofUSR: symbol.usr).flatMap(DemangledType.ofVariable)
    }

    /// The name of the variable that an expression is the initial value of.
    private func declaredVariable(before start: Int, in file: SourceFile) -> Int? {
        guard file.isToken(start - 1, "=") else { return nil }
        let line = max(0, start - 40)
        let keyword = (line..<start).last { file.isToken($0, "let") || file.isToken($0, "var") }
        guard let keyword, file.parent(of: keyword) == file.parent(of: start) else { return nil }
        return keyword + 1
    }

    /// The result of a function or computed property that returns just an expression.
    private func resultType(
        of function: IndexSymbol,
        returning expression: Range<Int>,
        in file: SourceFile
    ) -> TypeName? {
        let owner = accessorOwners[function.usr] ?? function.usr
        let brace = file.braces(around: expression.lowerBound).first
        guard let definition = definitions[owner], definition.file === file,
            let start = file.tokenIndex(at: definition.position),
            let brace, brace == body(from: start, to: expression.lowerBound, in: file)
        else { return nil }
        let isWhole = expression.lowerBound == brace + 1 && file.isToken(expression.upperBound, "}")
        guard isWhole || file.isToken(expression.lowerBound - 1, "return") else { return nil }
        guard let text = Demangler.text(ofUSR: owner) else { return nil }
        return Self.isVariable(definition.symbol)
            ? DemangledType.ofVariable(text) : DemangledType.ofResult(text)
    }

    /// The brace that opens the body of a declaration, if it stands before a token.
    private func body(from start: Int, to end: Int, in file: SourceFile) -> Int? {
        var body = start
        while body < end, let token = file.token(body), !token.is("{") {
            body = (token.is("(") ? file.partner(of: body) ?? body : body) + 1
        }
        return body < end ? body : nil
    }

    /// The type that is written before an expression, as in `let x: T = …`.
    private func declaredType(before start: Int, in file: SourceFile) -> TypeName? {
        var declared = declaredVariable(before: start, in: file)
        if declared == nil, file.isToken(start - 1, "="), let open = file.parent(of: start),
            file.isToken(open, "(")
        {
            // A parameter's default argument.
            let colon = (open..<start).last { file.isToken($0, ":") && file.parent(of: $0) == open }
            declared = colon.map { $0 - 1 }
        }
        guard let variable = declared, file.isToken(variable + 1, ":"),
            let (type, end) = TypeReader.read(file, at: variable + 2, resolveAlias: resolveAlias),
            end == start - 1
        else { return nil }
        return type
    }

    // MARK: What was not compiled

    /// Notes the registrations and requests in `#if` branches that this build left out.
    private func readInactive(_ file: SourceFile) {
        for (index, token) in file.tokens.enumerated() where !token.conditions.isEmpty {
            let isRegistration = token.is("Module") || token.is("register") || token.is("mainActor")
            let isRequest = token.is("Inject") || token.is("resolve")
            guard isRegistration || isRequest, file.occurrences(at: token.position).isEmpty else {
                continue
            }
            var end = index
            if isRegistration {
                end = Arguments(of: file, startingAt: index + 1).end
            } else {
                let line = token.position.line
                while let next = file.token(end), next.position.line <= line + 1 { end += 1 }
            }
            let words = file.tokens[index..<max(end, index)].filter { $0.kind == .word }
            wiring.inactiveMentions.append(
                InactiveMention(
                    isRegistration: isRegistration,
                    place: Place(path: file.path, position: token.position),
                    words: Set(words.map(\.text))
                )
            )
        }
    }

    // MARK: Calls

    private func readCalls() {
        for definition in definitions.values where definition.symbol.isCode {
            wiring.calls.functions[definition.symbol.usr] = CallGraph.Function(
                symbol: definition.symbol,
                parent: parent(of: definition.symbol.usr),
                site: site(definition.file, definition.position)
            )
        }
        for file in files {
            for occurrence in file.occurrences where occurrence.roles.contains(.call) {
                readCall(occurrence, in: file)
            }
        }
        let registrations = RegistrationTable(wiring.registrations)
        for (index, request) in wiring.requests.enumerated() where !request.isMadeByHand {
            let matching = registrations.matches(for: request.key).filter {
                request.key.matches($0.key) == true
                    && (request.site.isInTests || !$0.site.isInTests)
            }
            let implementations = matching.compactMap(\.implementation?.usr)
            guard implementations.count == matching.count else { continue }
            wiring.calls.implementations[index] = implementations
        }
    }

    private func readCall(_ occurrence: IndexOccurrence, in file: SourceFile) {
        let callee = accessorOwners[occurrence.symbol.usr] ?? occurrence.symbol.usr
        let caller = occurrence.related(.calledBy) ?? occurrence.related(.containedBy)
        guard let caller, wiring.calls.functions[callee] != nil,
            let index = file.tokenIndex(at: occurrence.position)
        else { return }
        let owner = accessorOwners[caller.usr] ?? caller.usr
        guard !isConfiguration(index, in: file) else { return }
        wiring.calls.calls[owner, default: []].append(
            CallGraph.Call(
                callee: callee,
                receiver: receiver(at: index, in: file),
                place: Place(path: file.path, position: occurrence.position),
                isCertain: isCertain(index, in: owner, of: file)
            )
        )
    }

    private func receiver(at index: Int, in file: SourceFile) -> CallGraph.Receiver {
        guard file.isToken(index - 1, ".") else { return .own }
        if file.isToken(index - 2, "self") { return .own }
        var word = index - 2
        if file.isToken(word, ")"), let open = file.partner(of: word) { word = open - 1 }
        if let symbol = file.symbol(at: word, where: Self.isVariable) {
            return requestsByProperty[symbol.usr].map { .injected($0) } ?? .other
        }
        // A local variable has no symbol.
        guard let name = file.token(word)?.text else { return .other }
        let braces = Set(file.braces(around: index))
        let local = wiring.requests.lastIndex {
            $0.variable == name && $0.site.place.path == file.path
                && $0.scope.map(braces.contains) == true
        }
        return local.map { .injected($0) } ?? .other
    }

    /// Whether a call stands in the `configure` closure of `Scope.graph`, which runs when the
    /// instance is there already.
    private func isConfiguration(_ index: Int, in file: SourceFile) -> Bool {
        file.braces(around: index).contains { brace in
            if file.isToken(brace - 1, ":"), file.isToken(brace - 2, "configure") { return true }
            // The second closure of "graph({ … }, { … })" has no label only if it is trailing.
            guard file.isToken(brace - 1, ")"), let open = file.partner(of: brace - 1) else {
                return false
            }
            return file.isToken(open - 1, "graph") && file.isToken(open + 1, "{")
                && file.symbol(at: open - 1, where: collet.isScopeFunction) != nil
        }
    }

    /// Whether a call happens each time that the function around it runs.
    private func isCertain(_ index: Int, in caller: String, of file: SourceFile) -> Bool {
        guard let definition = definitions[caller], definition.file === file,
            let start = file.tokenIndex(at: definition.position), start < index
        else { return false }
        // From the body's brace to the call, and no other brace around the call.
        let body = body(from: start, to: index, in: file)
        let brace = body ?? file.braces(around: start).first
        guard file.braces(around: index).first == brace else { return false }
        let before = file.tokens[(body ?? start)..<index]
        let branching: Set<String> = [
            "if", "guard", "switch", "while", "for", "repeat", "do", "catch", "try", "throw",
            "defer", "??", "?", "&&", "||", "fatalError", "preconditionFailure", "exit", "await",
        ]
        let isBranched = before.contains {
            ($0.kind == .word || $0.kind == .sign) && branching.contains($0.text)
        }
        guard !isBranched, before.count(where: { $0.is("return") }) <= 1 else { return false }
        // No function around the call may put off its argument.
        var parent = file.parent(of: index)
        while let open = parent, !file.isToken(open, "{") {
            if file.isToken(open, "("),
                let function = file.symbol(at: open - 1),
                let text = Demangler.text(ofUSR: function.usr),
                text.contains("@autoclosure")
            {
                return false
            }
            parent = file.parent(of: open)
        }
        return true
    }
}

extension IndexSymbol {
    /// Whether the symbol has code that runs when it is called or read.
    fileprivate var isCode: Bool {
        switch kind {
        case .function, .instanceMethod, .classMethod, .staticMethod, .constructor, .variable,
            .instanceProperty, .staticProperty, .classProperty:
            true
        default: false
        }
    }
}
