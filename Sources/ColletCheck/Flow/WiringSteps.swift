/// Reads the files of a program into its wiring. Each step takes what earlier ones gave.
struct WiringSteps {
    let code: ProgramCode
    let registrations: [Read<Registration>]
    let requests: [Read<Request>]
    var wiring: Wiring

    init(_ files: [SourceFile], of root: String, isNonisolatedByDefault: Bool) {
        code = ProgramCode(files)
        let readRegistrations = code.registrations()
        let leftOut =
            code.leftOutFiles(in: root)
            + readRegistrations.filesNewerThanObjects.map {
                $0.leftOut(as: .changed, in: root)
            }
        let appModules = files.map(\.unit).imported(by: code.startingModules)
        // Programs are known to the end, unless a file changed: it may build any block.
        let isOpen = leftOut.contains { $0.site.isReported && !$0.site.isInTests }
        let reach = isOpen ? nil : Reach(of: code, in: appModules)

        let blocks = reach.map { Blocks($0).blocks } ?? [:]
        registrations = readRegistrations.map {
            reach?.withEffect($0, of: blocks) ?? $0
        }
        let table = RegistrationTable(registrations.map(\.value))
        let isolation = IsolationReader(
            code: code, isNonisolatedByDefault: isNonisolatedByDefault)
        let all = isolation.withSites(code.requests(), table)
        requests = reach?.withScopes(all, table, of: blocks) ?? all
        let imports = Dictionary(files.map { ($0.unit.module, $0.unit.imports) }) {
            $0.union($1)
        }
        wiring = Wiring(
            table: table, requests: requests.map(\.value),
            calls: code.callGraph(requests, table),
            types: code.declarations.relations, scopeHolders: code.scopeHolders,
            misplacedScopes: code.misplacedScopes, blocks: blocks,
            inactive: code.files.flatMap(\.file.inactiveCalls), leftOut: leftOut,
            acceptances: code.files.flatMap(\.file.acceptances),
            overrides: reach?.overrides ?? [], appModules: appModules,
            imports: imports)
    }
}

extension ProgramCode {
    fileprivate func leftOutFiles(in root: String) -> [LeftOutFile] {
        files.map(\.file).compactMap { file in
            file.unit.leftOut.map { file.leftOut(as: $0, in: root) }
        }
    }

    /// The modules with code that starts a program, but for tests.
    fileprivate var startingModules: Set<String> {
        let own = files.map(\.file).filter(\.isOfProgram)
        return Set(own.filter(\.isStart).map(\.unit.module))
    }
}

extension [Read<Registration>] {
    /// The files that an editor has had indexed again, but that nobody has built since:
    /// they have other closures than their objects.
    fileprivate var filesNewerThanObjects: [SourceFile] {
        let files = filter { !$0.value.key.type.isKnown }.map(\.mention.file)
        let byPath = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
        return byPath.values.filter(\.isNewerThanObject).sorted { $0.path < $1.path }
    }
}

extension SourceFile {
    fileprivate func leftOut(as reason: LeftOutFile.Reason, in root: String)
        -> LeftOutFile
    {
        LeftOutFile(
            reason: reason, site: siteOfDifference,
            path: String(path.trimmingPrefix("\(root)/")),
            words: Set(tokens.map(\.text)), difference: difference?.description)
    }

    /// Whether a program starts in it.
    fileprivate var isStart: Bool {
        isScript
            || tokens.indices.contains {
                isToken($0, "main", "UIApplicationMain", "NSApplicationMain", behind: "@")
            }
    }

    /// The registrations and requests that `#if` leaves out.
    fileprivate var inactiveCalls: [InactiveCall] {
        tokens.indices.filter { tokens[$0].branch != nil }.compactMap { index in
            if !occurrences(at: index).isEmpty { return nil }
            let isRegistration = isToken(index, "Module", "register", "mainActor")
            guard isRegistration || isToken(index, "Inject", "resolve") else {
                return nil
            }
            let rest = tokens[index...].prefix { $0.branch == tokens[index].branch }
            return InactiveCall(
                place: site(at: index).place, isRegistration: isRegistration,
                words: Set(rest.map(\.text)))
        }
    }
}
