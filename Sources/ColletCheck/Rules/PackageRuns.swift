/// The runs of a package's programs and tests, which are all that rules know.
package final class PackageRuns {
    /// Each program, run by itself: registrations in one don't count for another.
    var programs: [ProgramRuns]
    /// Each test.
    let tests: [RootRun]
    /// What is made for all tests before any of them runs.
    private let beforeTests: [RootRun]
    /// Code that asks for something, but that no program links.
    let rest: [RootRun]
    let sources: SourceFiles
    /// All that was compiled.
    let code: Program
    /// The names of injected properties, `Feed.clock`, by where they are declared.
    private(set) lazy var properties = Dictionary(
        code.injectedProperties.places.map { ($1, $0.replacing("._", with: ".")) },
        uniquingKeysWith: min)
    private(set) lazy var conditions = Conditions(sources)
    /// The types that any code asks for, run or not, by place.
    private(set) lazy var requests = code.requests
    /// The registrations of any program, and those of any test.
    private(set) lazy var registeredByPrograms = Registered(programRoots)
    private(set) lazy var registeredByTests = Registered(tests)
    /// The keys of the modules that any program makes, registered or not.
    private(set) lazy var made = Set(programRoots.events.compactMap(\.module?.key))
    private(set) lazy var forgotten = Forgotten(self)
    /// What code that ran would register on ways that it didn't take: places, by type.
    private(set) lazy var untaken: [String: Place] = {
        let taken = Set(
            roots.filter { !$0.isUnreached }.events.compactMap(\.module?.origin))
        let all = code.order.flatMap { function in
            code.registrations(in: function).filter {
                !taken.contains($0.place) && ran.cover(function.symbol)
            }
        }
        return Dictionary(all.map { ($0.type, $0.place) }) { first, _ in first }
    }()
    /// The functions that the programs ran.
    private let ran: Set<String>
    /// What each program lacks, and the code that no program links.
    private(set) lazy var judges =
        (programs + [ProgramRuns(name: "", runs: rest)]).map {
            MissingInProgram($0, self)
        }
    /// How many requests are answered on every way.
    private(set) lazy var proof = Proof(self)

    /// Takes over the runs of all roots.
    init(_ roots: Roots) {
        programs = roots.programs.map(\.program).enumerated().map { number, program in
            let runs = roots.runs.filter { $0.program == number }
            return ProgramRuns(
                name: runs[0].name, runs: runs, requests: program.requests,
                modules: program.modules)
        }
        tests = roots.runs.filter(\.isTest)
        beforeTests = roots.runs.filter { $0.purpose == .test && !$0.isTest }
        rest = roots.runs.filter { $0.program == nil && $0.isUnreached }
        sources = roots.sources
        code = roots.code
        ran = roots.ran
    }

    /// The roots of all programs and tests, and the rest.
    var roots: [RootRun] { processes.flatMap(\.self) + beforeTests }

    var programRoots: [RootRun] { programs.flatMap(\.runs) }

    /// The roots of each process, which run one after the other.
    var processes: [[RootRun]] {
        programs.map(\.runs) + (tests + rest).map { [$0] }
    }

    /// The visits of the roots that were asked about.
    var visited: [ObjectIdentifier: [Visit]] = [:]

    /// Everything that happened.
    private(set) lazy var events = roots.events
    private(set) lazy var moments = roots.moments
}

/// The runs of a program's roots.
struct ProgramRuns {
    let name: String
    /// Its `main`, then the code that others call, then the code that nothing reached.
    let runs: [RootRun]
    /// The types that its code asks for, run or not, by place.
    var requests: [Place: String] = [:]
    /// The modules that it links.
    var modules: [String] = []
}

extension PackageRuns {
    /// The type that has an injected property, by where the property is declared.
    func owner(ofProperty place: Place) -> String? {
        let path = properties[place]?.split(separator: ".").dropLast() ?? []
        return path.isEmpty ? nil : path.joined(separator: ".")
    }
}
