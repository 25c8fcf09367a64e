/// The registrations of a program, as containers look them up.
struct Lookup {
    let registrations: [Registration]
    /// Those behind a condition, which may not count.
    private let conditional: Set<Int>
    private let numbers: [Place: Int]
    /// The registrations that may answer a request for a key.
    private let candidates: [Key: [Int]]

    init(_ reads: [Read<Registration>], for requests: [Request]) {
        registrations = reads.map(\.value)
        let numbers = Dictionary(zip(registrations.map(\.place), reads.indices)) { $1 }
        self.numbers = numbers
        conditional = Set(reads.indices.filter { reads[$0].mention.isConditional })
        let table = RegistrationTable(registrations)
        let keys = Set(requests.map(\.key)).map { key in
            (key, table.registrations(for: key).compactMap { numbers[$0.place] })
        }
        candidates = Dictionary(uniqueKeysWithValues: keys)
    }

    subscript(place: Place) -> Int? { numbers[place] }

    func candidates(for key: Key) -> [Int] { candidates[key] ?? [] }

    /// Whether a registration certainly is what answers a request, if nothing later does.
    func isSure(_ number: Int, for key: Key) -> Bool {
        let isElement = key.isOptional && key.type.isArray
        let isMeant = !isElement && registrations[number].isMeant(by: key)
        return isMeant && !conditional.contains(number)
    }

    /// Whether a registration certainly makes a value for a request, of all that may.
    func isMade(_ number: Int, of all: [Int], for key: Key) -> Bool {
        if !key.isOptional { return all.count == 1 }
        if !key.type.isArray { return all.count == 1 && isSure(number, for: key) }
        let own = registrations[number].key
        let same = all.filter { own.matches(registrations[$0].key) != false }
        let isElement = own.type == key.type.element && same.count == 1
        return isElement && !conditional.contains(number)
    }
}

extension Mention {
    var isConditional: Bool {
        let isInBranch = node.braces.first?.kind == .branch
        return isInBranch || path.follows("?", ":")
    }
}

/// A container while a test runs.
struct TestContainer {
    /// The trait or call that makes a container, and the code that it makes it for.
    struct Maker: Equatable {
        let site: Site, piece: Code?
    }

    /// What it lies over; `nil` if it starts anew.
    let outer: Int?
    let block: NamedBlock?
    let maker: Maker?
    private(set) var isOpen = false
    /// Whether it has nothing at all.
    var isEmpty: Bool { times.isEmpty && !isOpen }
    /// When it got what `build()` adds, and what its block brings or `Resolver.register`
    /// adds, to which the former gives way.
    private var times: [Bool: [Int: Int]] = [:]
    private var time = 0

    init(_ contents: Contents, over outer: Int?, by maker: Maker? = nil) {
        (self.outer, self.maker, block) = (outer, maker, contents.name)
        add(contents)
    }

    mutating func add(_ contents: Contents, isBuilt: Bool = false) {
        isOpen = isOpen || contents.isOpen
        for number in contents.registrations {
            time += 1
            times[isBuilt, default: [:]][number] = time
        }
    }

    /// All that it has, without those that it lies over.
    var registrations: [Int] { times.values.flatMap(\.keys) }

    /// Those of some registrations that it has, the last first.
    func registrations(among all: [Int], areBuilt: Bool) -> [Int] {
        let times = times[areBuilt, default: [:]]
        let known = all.compactMap { number in times[number].map { (number, $0) } }
        return known.sorted { $0.1 > $1.1 }.map(\.0)
    }
}

/// The containers of a test, by number; the first is the process's.
struct TestContainers {
    /// What answers a request, and the container that it is in.
    typealias Answer = (registration: Int, container: Int)
    static let process = 0

    let lookup: Lookup
    private var all: [TestContainer]
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

    /// How sure it is that a container lacks what a request asks for; `nil` if it has it.
    func lack(of key: Key, in number: Int) -> Need.Rank? {
        let found = answers(to: key, in: number).map(\.registration)
        if found.contains(where: { lookup.isSure($0, for: key) }) { return nil }
        let isOpen = layers(of: number).contains { all[$0].isOpen }
        return isOpen || !found.isEmpty ? .unknown : .certain
    }

    func registrations(in number: Int) -> [Registration] {
        all[number].registrations.sorted().map { lookup.registrations[$0] }
    }

    func isOfProcess(_ number: Int) -> Bool { layers(of: number).contains(Self.process) }

    /// The container that something makes over another one: the same one each time.
    mutating func container(
        _ contents: Contents, over outer: Int?, by maker: TestContainer.Maker
    ) -> Int {
        let known = all.firstIndex { $0.outer == outer && $0.maker == maker }
        if let known { return known }
        all.append(TestContainer(contents, over: outer, by: maker))
        return all.count - 1
    }

    mutating func add(_ contents: Contents, isBuilt: Bool = false, to number: Int) {
        all[number].add(contents, isBuilt: isBuilt)
        changes += 1
    }

    /// What answers a request in a container, or may. Of several the last counts, and
    /// what may stand in its place; an array has them all.
    func answers(to key: Key, in number: Int) -> [Answer] {
        let candidates = lookup.candidates(for: key)
        let found: [Answer] = [false, true].flatMap { areBuilt in
            layers(of: number).flatMap { layer in
                all[layer].registrations(among: candidates, areBuilt: areBuilt)
                    .map { ($0, layer) }
            }
        }
        let first = found.firstIndex { lookup.isSure($0.registration, for: key) }
        return Array(found.prefix((first ?? found.count) + 1))
    }
}
