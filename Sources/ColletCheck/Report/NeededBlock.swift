import Foundation

/// What some code asks for when it runs, as a block to paste: `--needs`.
struct NeededBlock {
    private let runs: PackageRuns
    private let visits: [NamedVisit]

    /// - Parameter name: `Type`, `function`, `Type.method` or `Suite/test()`.
    init(_ runs: PackageRuns, of name: String) throws {
        self.runs = runs
        let names = CodeNames(runs, name)
        visits = try names.testVisits() ?? names.visits()
    }

    var text: String {
        let keys = Dictionary(grouping: visits, by: \.visit.key.inner).map {
            key, visits in
            // An optional or an array gets what others need.
            let needed = visits.filter { !$0.visit.key.isOfSome }
            return NeededKey(
                key, needed.isEmpty ? visits : needed, isCertain: isCertain(key), runs)
        }
        let sorted = keys.sorted { ($0.place, $0.module) < ($1.place, $1.module) }
        let width = sorted.map(\.module.count).max() ?? 0
        let lines = sorted.map { key in
            let space = String(repeating: " ", count: width - key.module.count + 2)
            return "    \(key.module)\(space)// \(key.comment)\n"
        }
        return "Dependencies {\n" + lines.joined() + "}\n"
    }

    /// Whether a function asks for it on every way, whoever calls it.
    private func isCertain(_ key: Key) -> Bool {
        let byFunction = Dictionary(grouping: visits, by: \.function)
        return byFunction.values.contains { visits in
            let asking = visits.filter { $0.visit.key.inner == key && $0.isCertain }
            return Set(visits.map(\.root)) == Set(asking.map(\.root))
        }
    }
}

/// A request of code that has a name.
struct NamedVisit {
    let visit: Visit
    /// The name of the code.
    let title: String
    /// The number of the root.
    let root: Int
    /// The function that is called so, or whose type is.
    let function: String
    /// Behind how many undecided branches that began.
    let possible: Int
    /// The calls from there to the request.
    var inner: ArraySlice<Call> = []
    var isOfTest = false

    var isCertain: Bool { visit.event.possible == possible }
}

/// A key that some code needs.
private struct NeededKey {
    /// `Module("name") { <#fake#> as any Clock }`
    let module: String
    /// Who asks, where and how surely.
    let comment: String
    let place: Place

    init(_ key: Key, _ visits: [NamedVisit], isCertain: Bool, _ runs: PackageRuns) {
        module = runs.module(for: key, value: "<#fake#>")
        let first = visits.map(\.visit).min { $0.place < $1.place }!
        place = first.place
        let parts = [
            "\(runs.owner(of: first)) at \(place.short)",
            isCertain ? nil : "on some paths",
            Self.kinds.first { visits[0].visit.key.argument(of: $0) != nil }?
                .lowercased(),
            Self.presence(visits),
        ]
        comment = parts.compactMap(\.self).joined(separator: ", ")
    }

    private static let kinds = ["Optional", "Array"]

    /// Whether the test registers it; nothing for what isn't a test's, or need not be there.
    private static func presence(_ visits: [NamedVisit]) -> String? {
        guard visits[0].isOfTest, !visits[0].visit.key.isOfSome else { return nil }
        let answers = visits.map(\.visit.answer)
        if answers.contains(.missing) { return "MISSING" }
        return answers.contains { $0 != .answered } ? "perhaps registered" : "registered"
    }
}

extension PackageRuns {
    /// The type that asks, or the function.
    func owner(of visit: Visit) -> String {
        owner(ofProperty: visit.place)
            ?? visit.event.way.last { !$0.isThunk }.map { FunctionName($0).owner }
            ?? "main"
    }
}
