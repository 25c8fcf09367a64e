/// What happened in a package's programs and tests: all that rules know.
package final class PackageRuns {
    /// Each program, run by itself: what one registers is nothing to another.
    var programs: [ProgramRuns] = []
    /// Each test.
    var tests: [RootRun] = []
    /// The code that asks and that no program is linked with.
    var rest: [RootRun] = []
    var sources = SourceFiles()
    /// All that was compiled.
    private(set) var code = Program([])
    /// What the tests' own code asks for, run or not: the type, by the place.
    private(set) lazy var requestsOfTests = code.requests.filter {
        sources.isInTests($0.key)
    }
    /// The names of injected properties, `Feed.clock`, by where they are declared.
    private(set) lazy var properties = Dictionary(
        code.injectedProperties.places.map { ($1, $0) }, uniquingKeysWith: min)
    private(set) lazy var conditions = Conditions(sources)
    /// What any program registers, and what any test does.
    private(set) lazy var registeredByPrograms = Registered(programRoots)
    private(set) lazy var registeredByTests = Registered(tests)
    private(set) lazy var forgotten = Forgotten(self)
    /// Which requests are answered on every way.
    private(set) lazy var proof = Proof(self)

    init() {}

    /// All programs' roots, tests, and the rest.
    var roots: [RootRun] { processes.flatMap(\.self) }

    var programRoots: [RootRun] { programs.flatMap(\.runs) }

    /// The roots that run in one process each, one after the other.
    var processes: [[RootRun]] {
        programs.map(\.runs) + (tests + rest).map { [$0] }
    }

    /// Everything that happened.
    private(set) lazy var events = roots.events
    private(set) lazy var moments = roots.moments
}

/// What happened in a program.
struct ProgramRuns {
    let name: String
    /// Its `main`, then what others call, then what nothing reached.
    let runs: [RootRun]
    /// What its code asks for, run or not: the type, by the place.
    var requests: [Place: String] = [:]
    /// The modules that it is linked with.
    var modules: [String] = []
}

extension PackageRuns {
    /// The type that has an injected property, by where that is declared.
    func owner(ofProperty place: Place) -> String? {
        let path = properties[place]?.split(separator: ".").dropLast() ?? []
        return path.isEmpty ? nil : path.joined(separator: ".")
    }

    /// Takes over what roots did.
    convenience init(_ roots: Roots) {
        self.init()
        programs = roots.programs.map(\.program).enumerated().map { number, program in
            let runs = roots.runs.filter { $0.program == number }
            return ProgramRuns(
                name: runs[0].name, runs: runs, requests: program.requests,
                modules: program.modules)
        }
        tests = roots.runs.filter { $0.purpose == .test }
        rest = roots.runs.filter { $0.program == nil && $0.purpose == .unreached }
        sources = roots.sources
        code = roots.code
    }
}
