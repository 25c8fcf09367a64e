/// The registrations of a program, as containers look them up.
struct Lookup {
    let registrations: [Registration]
    /// Those behind a condition, which may not count.
    private let conditional: Set<Int>
    private let requests: [Request]
    /// The number of each registration's type.
    private let kindOfEach: [Int]
    /// The numbers of the types that may answer each request: its own, and for an optional
    /// or an array what that holds.
    private let kindsOfRequests: [(own: [Int], inner: [Int])]
    private let byPlace: [Place: Registration]

    init(_ reads: [Read<Registration>], for requests: [Request]) {
        self.requests = requests
        registrations = reads.map(\.value)
        byPlace = Dictionary(registrations.map { ($0.place, $0) }) { $1 }
        conditional = Set(reads.indices.filter { reads[$0].mention.isConditional })
        var kinds = Numbered<TypeName?>()
        kindOfEach = registrations.map { kinds.number(of: $0.kind) }
        func numbers(_ type: TypeName) -> [Int] {
            if !type.isKnown { return Array(kinds.values.indices) }
            return [kinds[type], kinds[nil]].compactMap(\.self)
        }
        kindsOfRequests = requests.map(\.key).map { key in
            let inner = key.isOptional ? key.type.element : nil
            return (numbers(key.type), inner.map(numbers) ?? [])
        }
    }

    subscript(place: Place) -> Registration? { byPlace[place] }

    func kind(_ number: Int) -> Int { kindOfEach[number] }

    func key(_ request: Int) -> Key { requests[request].key }
    func kinds(_ request: Int) -> (own: [Int], inner: [Int]) { kindsOfRequests[request] }

    /// Whether a registration certainly is for a key and counts.
    func isSure(_ number: Int, for key: Key) -> Bool {
        !conditional.contains(number) && registrations[number].matches(key) == true
    }
}

extension Registration {
    /// The type that it is found by, or `nil` if that can't be told.
    fileprivate var kind: TypeName? { key.type.isKnown ? key.type : nil }
}

extension Mention {
    fileprivate var isConditional: Bool {
        node.braces.first?.kind == .branch || file.tokens[index].branch != nil
            || path.follows("?", ":")
    }
}

/// A container while a test runs.
struct TestContainer {
    /// What it lies over; `nil` if it starts anew.
    let outer: Int?
    let block: NamedBlock?
    /// The trait or call that makes it.
    let site: Site?
    private(set) var isOpen = false
    /// Whether it has something at all.
    private(set) var isEmpty = true
    /// What its block brings or `Resolver.register` adds, by type, and what `build()`
    /// adds, which gives way to the former.
    private var own: [Int: [Int]] = [:], built: [Int: [Int]] = [:]

    init(_ contents: Contents, over outer: Int?, at site: Site? = nil, _ lookup: Lookup) {
        (self.outer, self.site, block) = (outer, site, contents.name)
        add(contents, lookup)
    }

    mutating func add(_ contents: Contents, isBuilt: Bool = false, _ lookup: Lookup) {
        isOpen = isOpen || contents.isOpen
        isEmpty = isEmpty && contents.registrations.isEmpty && !contents.isOpen
        for number in contents.registrations {
            let kind = lookup.kind(number)
            if isBuilt {
                built[kind, default: []].append(number)
            } else {
                own[kind, default: []].append(number)
            }
        }
    }

    func registrations(_ kinds: [Int], areBuilt: Bool) -> [Int] {
        let all = areBuilt ? built : own
        return kinds.flatMap { all[$0] ?? [] }
    }
}

/// The containers of a test, by number; the first is the process's.
struct TestContainers {
    /// What answers a request, and the container that it is in.
    typealias Answer = (registration: Int, container: Int)
    static let process = 0

    let lookup: Lookup
    private var all: [TestContainer]
    private struct Layer: Hashable { let outer: Int?, place: Place }
    private var numbers: [Layer: Int] = [:]
    /// How often one of them got something.
    private(set) var changes = 0

    init(_ lookup: Lookup, process: TestContainer) {
        self.lookup = lookup
        all = [process]
    }

    subscript(number: Int) -> TestContainer { all[number] }

    /// A container and those that it lies over, the innermost first.
    func layers(of number: Int) -> some Sequence<Int> {
        sequence(first: number) { all[$0].outer }
    }

    func isOpen(_ number: Int) -> Bool { layers(of: number).contains { all[$0].isOpen } }
    func isOfProcess(_ number: Int) -> Bool { layers(of: number).contains(Self.process) }

    /// The container that something makes over another one: the same one each time.
    mutating func container(
        _ contents: Contents, over outer: Int?, at site: Site
    ) -> Int {
        let key = Layer(outer: outer, place: site.place)
        if let known = numbers[key] { return known }
        all.append(TestContainer(contents, over: outer, at: site, lookup))
        numbers[key] = all.count - 1
        return all.count - 1
    }

    mutating func add(_ contents: Contents, isBuilt: Bool = false, to number: Int) {
        all[number].add(contents, isBuilt: isBuilt, lookup)
        changes += 1
    }

    /// What answers a request in a container, or may. Of several the last counts, and
    /// what may stand in its place; an array has them all.
    func answers(to request: Int, in number: Int) -> [Answer] {
        let (key, kinds) = (lookup.key(request), lookup.kinds(request))
        let own = answers(to: key, of: kinds.own, in: number)
        guard own.isEmpty, key.isOptional, let element = key.type.element else {
            return own
        }
        if key.type.isArray { return registered(kinds.inner, in: number) }
        return answers(
            to: Key(type: element, name: key.name), of: kinds.inner, in: number)
    }

    private func answers(to key: Key, of kinds: [Int], in number: Int) -> [Answer] {
        let all = registered(kinds, in: number).filter {
            lookup.registrations[$0.registration].matches(key) != false
        }
        let first = all.firstIndex { lookup.isSure($0.registration, for: key) }
        return Array(first.map { all[...$0] } ?? all[...])
    }

    /// What is registered of some types, in the order in which it counts.
    private func registered(_ kinds: [Int], in number: Int) -> [Answer] {
        [false, true].flatMap { areBuilt in
            layers(of: number).flatMap { layer in
                all[layer].registrations(kinds, areBuilt: areBuilt).reversed().map {
                    ($0, layer)
                }
            }
        }
    }
}
